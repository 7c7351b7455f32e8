/** What is known of every node after some steps of a search: the events, taken in one by one. */
import type { Event, Visits } from "../protocol";
import { below, type IndexedTree, pathTo } from "./index_tree";

export const UNSEEN = 0;
export const OPEN = 1;
export const DONE = 2;
export const PRUNED = 3;

export interface Snapshot {
  /** How many events have been taken in. */
  step: number;
  readonly status: Uint8Array;
  readonly value: (string | null)[];
  readonly alpha: (string | null)[];
  readonly beta: (string | null)[];
  /** The best child found so far, or -1. */
  readonly best: Int32Array;
  readonly reason: (string | null)[];
  /** The topmost nodes of what was cut, where the stroke goes. */
  readonly cut: Uint8Array;
  readonly visits: (Visits | null)[];
  current: number;
  /** The nodes that the step is about, beside the current one: a simulation's path. */
  path: readonly number[];
  iteration: number;
}

export class Replay {
  private state: Snapshot;

  constructor(
    readonly tree: IndexedTree,
    readonly events: readonly Event[],
  ) {
    this.state = this.blank();
  }

  /** The state after so many events; the same object is handed out, changed, each time. */
  at(step: number): Snapshot {
    if (step < this.state.step) this.state = this.blank();
    while (this.state.step < step) {
      const event = this.events[this.state.step];
      if (!event) break;
      this.take(event);
      this.state.step++;
    }
    return { ...this.state };
  }

  private blank(): Snapshot {
    const count = this.tree.nodes.length;
    return {
      step: 0,
      status: new Uint8Array(count),
      value: new Array<string | null>(count).fill(null),
      alpha: new Array<string | null>(count).fill(null),
      beta: new Array<string | null>(count).fill(null),
      best: new Int32Array(count).fill(-1),
      reason: new Array<string | null>(count).fill(null),
      cut: new Uint8Array(count),
      visits: new Array<Visits | null>(count).fill(null),
      current: 0,
      path: [],
      iteration: 0,
    };
  }

  private take(event: Event): void {
    const { state, tree } = this;
    if (event.kind === "iteration") {
      const { step, iteration } = state;
      this.state = { ...this.blank(), step, iteration: iteration + 1 };
      return;
    }
    const node = event.node;
    if (!tree.nodes[node]) return;
    state.current = node;
    state.path = [];
    switch (event.kind) {
      case "enter":
        this.enter(node, event);
        break;
      case "leaf":
        state.value[node] = event.value ?? null;
        state.status[node] = DONE;
        this.window(node, event);
        break;
      case "update":
        state.value[node] = event.value ?? null;
        state.best[node] = this.child(node, event.action ?? null);
        this.window(node, event);
        break;
      case "cut":
        this.prune(event);
        break;
      case "leave":
        state.value[node] = event.value ?? null;
        state.status[node] = DONE;
        if (event.action) state.best[node] = this.child(node, event.action);
        break;
      case "phase":
        this.phase(event);
        break;
      default: // "child" and "note" say something and change nothing.
        break;
    }
  }

  private enter(node: number, event: Event): void {
    const { state, tree } = this;
    // A node entered again, after a scout or a probe, is judged anew with all below it.
    if (state.status[node] === DONE)
      for (const id of below(tree, node)) {
        state.status[id] = UNSEEN;
        state.cut[id] = 0;
        state.reason[id] = null;
      }
    state.status[node] = OPEN;
    state.cut[node] = 0;
    state.reason[node] = null;
    state.value[node] = null;
    this.window(node, event);
  }

  private window(node: number, event: Event): void {
    this.state.alpha[node] = event.alpha ?? null;
    this.state.beta[node] = event.beta ?? null;
  }

  private prune(event: Event): void {
    const { state, tree } = this;
    if (event.value) state.value[event.node] = event.value;
    for (const top of event.pruned ?? []) {
      if (state.status[top] !== UNSEEN) continue;
      for (const id of below(tree, top)) {
        state.status[id] = PRUNED;
        state.reason[id] = event.reason ?? event.text;
      }
      state.cut[top] = 1;
    }
  }

  private phase(event: Event): void {
    const { state } = this;
    state.path = event.path ?? pathTo(this.tree, event.node);
    for (const visits of event.stats ?? []) {
      state.visits[visits.node] = visits;
      if (visits.n > 0) state.status[visits.node] = DONE;
    }
    state.status[event.node] = DONE;
  }

  private child(node: number, action: string | null): number {
    const { nodes } = this.tree;
    return nodes[node]?.children.find((id) => nodes[id]?.action === action) ?? -1;
  }
}

/** The tree as it is at rest, with nothing searched: every node known, values where it has them. */
export function still(tree: IndexedTree): Snapshot {
  const state = new Replay(tree, []).at(0);
  for (const node of tree.nodes) {
    state.status[node.id] = node.pruned ? PRUNED : DONE;
    state.value[node.id] = node.value;
    if (node.chosen && node.parent !== null) state.best[node.parent] = node.id;
  }
  state.current = -1;
  return state;
}
