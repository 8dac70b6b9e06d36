// Where requests go: to the server. In the static site (scripts/static_site) this line names the transport of js/site,
// which exports the same: `ask` answers once, `stream` answers often, `watchServer` tells when answers stop, `offers`
// says what can be asked here.

export { ask, offers, stream, watchServer } from "./server-api.js";
export { Refusal } from "./refusal.js";
