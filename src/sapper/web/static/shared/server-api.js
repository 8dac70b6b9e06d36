// The connection to the server: HTTP requests, and one WebSocket for tasks that stream.

import { Refusal } from "./refusal.js";
import { texts } from "./texts.js";

const PROBE = 1500; // ms between two attempts to reach a server that is gone

/** What the page can do here: everything that a view may ask for. */
export const offers = { lab: true, train: true, replays: true, pictures: true, sharing: true };

/** The requests with one answer: the method and the route of each. A field in braces belongs into the address. */
const ROUTES = {
  about: ["GET", "/api/about"],
  analyse: ["POST", "/api/analyse"],
  explain: ["POST", "/api/explain"],
  weigh: ["POST", "/api/weigh"],
  read_position: ["POST", "/api/position"],
  read_picture: ["POST", "/api/picture"],
  read_records: ["POST", "/api/records"],
  share: ["POST", "/api/shared"],
  shared: ["GET", "/api/shared/{id}"],
  new_game: ["POST", "/api/games"],
  continue_game: ["POST", "/api/games/continue"],
  game: ["GET", "/api/games/{id}"],
  move: ["POST", "/api/games/{id}/moves"],
  autoplay: ["POST", "/api/games/{id}/autoplay"],
  take_back: ["POST", "/api/games/{id}/undo"],
  play_again: ["POST", "/api/games/{id}/again"],
  hint: ["GET", "/api/games/{id}/hint?best={best}"],
  game_record: ["GET", "/api/games/{id}/record"],
  exercises: ["GET", "/api/train"],
  next_exercise: ["POST", "/api/train/next"],
  judge_answer: ["POST", "/api/train/answer"],
  runs: ["GET", "/api/runs"],
  run: ["GET", "/api/runs/{name}"],
};

/** The address of a route. It is relative to the page, so that the page works below any path of a host. */
const address = (path) => new URL(`.${path}`, document.baseURI);

let isReachable = true;
let isProbing = false;
let tellReach = () => {};

/** Call `listener(reachable)` when the server goes away and when it is back. It is noticed without any request. */
export function watchServer(listener) {
  tellReach = listener;
  connect();
}

function report(reachable) {
  if (isReachable === reachable) return;
  isReachable = reachable;
  tellReach(reachable);
  if (reachable) connect();
  else probe();
}

/** Ask the server for a sign of life until it answers. */
async function probe() {
  if (isProbing) return;
  isProbing = true;
  for (let answered = false; !answered; ) {
    answered = await fetch(address("/api/about")).then(
      () => true,
      () => false,
    );
    report(answered);
    if (!answered) await new Promise((done) => setTimeout(done, PROBE));
  }
  isProbing = false;
}

/** Ask for one answer. Throws a Refusal if there is none. */
export async function ask(name, fields = {}, signal) {
  const [method, route] = ROUTES[name];
  const body = { ...fields };
  const path = route.replace(/{(\w+)}/g, (_, field) => {
    delete body[field];
    return encodeURIComponent(fields[field]);
  });
  return request(method, path, method === "POST" ? body : undefined, signal);
}

async function request(method, path, body, signal) {
  let response;
  let answer;
  try {
    response = await fetch(address(path), {
      method,
      signal,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    answer = await response.json();
  } catch (error) {
    // A request can be aborted while its body is being read. That is an error, not an empty response.
    if (error.name === "AbortError") throw error;
    if (response && !response.ok) throw new Refusal(response.status, {});
    report(false);
    throw new Refusal(0, { detail: texts.errors.offline });
  }
  report(true);
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

let socket = null;
let count = 0;
const listeners = new Map();

function connect() {
  if (socket && socket.readyState <= WebSocket.OPEN) return socket;
  const line = address("/api/stream");
  line.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const opened = new WebSocket(line);
  socket = opened;
  opened.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    const listener = listeners.get(message.tag);
    if (!listener) return;
    if (message.kind === "end") listeners.delete(message.tag);
    listener(message);
  });
  opened.addEventListener("close", () => {
    if (socket === opened) socket = null;
    probe();
    const left = [...listeners.values()];
    listeners.clear();
    for (const listener of left) {
      listener({ kind: "refused", error: texts.errors.offline });
      listener({ kind: "end" });
    }
  });
  return opened;
}

function send(message) {
  const line = connect();
  const text = JSON.stringify(message);
  if (line.readyState === WebSocket.OPEN) line.send(text);
  else line.addEventListener("open", () => line.send(text), { once: true });
}

/** Start a task that streams. Each message is passed to `listener`; the last one has kind "end". Returns a function that stops the task. */
export function stream(message, listener) {
  const tag = `t${++count}`;
  listeners.set(tag, listener);
  send({ ...message, tag });
  return () => {
    if (!listeners.delete(tag)) return;
    send({ do: "stop", tag });
  };
}
