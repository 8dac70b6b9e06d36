// The worker in which the network plays a board. It has a core of its own for the rules of the game.

import { Core } from "../core/core.js";
import { parse } from "../board/position-text.js";
import { siteTexts as words } from "./site-texts.js";

const tell = (message) => self.postMessage({ message });

self.onmessage = async ({ data }) => {
  try {
    await play(data);
    self.postMessage({});
  } catch (error) {
    self.postMessage({ failure: error.message ?? String(error), isMissing: error instanceof Missing });
  }
};

class Missing extends Error {}

async function fetched({ file }) {
  try {
    const response = await fetch(new URL(`../network/${file}`, import.meta.url));
    if (!response.ok) throw new Missing(file);
    const network = await import("./network.js");
    return { network, session: await network.loadNetwork(await response.arrayBuffer()) };
  } catch (error) {
    throw error instanceof TypeError ? new Missing(error.message) : error;
  }
}

async function play({ module, request, card, memory }) {
  const core = await Core.load(module);
  const { rules, seed, index, start } = request;
  const laid = await core.ask("generate", { rules, seed, start, count: index + 1 }); // the last one of them
  const { id } = await core.ask("new_game", rules);
  await core.ask("lay_mines", { id, mines: laid.mines, start });
  const { network, session } = await fetched(card);
  const game = new WatchedGame(core, await core.ask("game", { id }), laid, memory);
  tell({ kind: "board", rules: game.rules, start, mines: laid.mines, bbbv: laid["3bv"], agents: [card.name] });
  await game.open([start]);
  await game.step({ certain: false, reason: "", seconds: 0 });
  while (game.isPlaying) {
    const began = performance.now();
    const view = await game.view();
    const decision = network.choose(view, await network.judge(session, view), card.style);
    const seconds = (performance.now() - began) / 1000;
    if (!decision) throw new Error(words.noMove);
    await game.open(decision.cells.map((cell) => [Math.floor(cell / view.cols), cell % view.cols]));
    const risk = `${(100 * decision.risk).toFixed(decision.isSure ? 2 : 1)}%`;
    await game.step({ certain: false, reason: decision.isSure ? words.sure(decision.cells.length, risk) : words.guess(risk), seconds });
  }
  tell({ kind: "record", record: await game.record(card.name) });
}

/** A game on a known board, and what was told about it. */
class WatchedGame {
  constructor(core, state, { rows, cols, mines }, memory) {
    Object.assign(this, { core, id: state.id, state, memory, size: { rows, cols, mines: mines.length }, moves: [], proven: new Set() });
    this.rules = { ...this.size, first_move: state.first_move };
  }

  get isPlaying() {
    return this.state.state === "playing";
  }

  async view() {
    const { numbers, flags } = parse((await this.core.ask("game", { id: this.id })).position);
    return { numbers, flags, ...this.size };
  }

  /** Open cells until the game is over. A cell that a cascade has opened meanwhile is left out. */
  async open(cells) {
    for (const cell of cells) {
      if (!this.isPlaying) return;
      this.state = await this.core.ask("move", { id: this.id, do: "open", cell });
      if (this.state.opened.length) this.moves.push({ do: "open", cell, opened: this.state.opened });
    }
  }

  async step({ certain, reason, seconds }) {
    const { moves } = this;
    this.moves = [];
    tell({ kind: "step", moves, certain, risk: null, win: null, reason, seconds, state: this.state.state, proven: await this.newlyProven() });
  }

  /** The mines that became certain since the last step. */
  async newlyProven() {
    if (!this.isPlaying) return [];
    const { position } = await this.core.ask("game", { id: this.id });
    const analysis = await this.core.ask("analyse", { position, best: false, budget: 0.5, memory: this.memory });
    const fresh = analysis.mine_cells.filter((cell) => !this.proven.has(String(cell)));
    for (const cell of fresh) this.proven.add(String(cell));
    return fresh;
  }

  async record(name) {
    const record = await this.core.ask("game_record", { id: this.id });
    const moves = record.moves.map((move, i) => ({ ...move, by: i === 0 ? "start" : name }));
    return { ...record, moves, agent: name };
  }
}
