// Where requests go: to the server. In the static site (scripts/site.py) this line names worker-api.js, which exports the
// same: `get` and `post` answer once, `stream` answers often, `watchServer` tells when answers stop, `offers` says what
// can be asked here.

export { get, offers, post, stream, watchServer } from "./server-api.js";
export { Refusal } from "./refusal.js";
