/**
 * Two searches of the same tree, side by side and in step.
 *
 * Searches that go depth first, in the same order, pass every node in the same sequence, save that
 * one may skip what the other visits. So each event gets a time in the walk over both trees
 * together, and the two run by that one clock. Others simply share the way from start to end.
 */
import type { Event } from "../protocol";
import type { IndexedTree } from "./index_tree";

export type Pair = readonly [number, number];

/** The steps of both, in step: pairs of how many events each has done. */
export function align(
  a: IndexedTree,
  aEvents: readonly Event[],
  b: IndexedTree,
  bEvents: readonly Event[],
): Pair[] {
  const [aTimes, bTimes] = clock(a, b);
  const aAt = times(aEvents, aTimes);
  const bAt = times(bEvents, bTimes);
  if (!aAt || !bAt) return proportional(aEvents.length, bEvents.length);
  const pairs: [number, number][] = [[0, 0]];
  let [i, j] = [0, 0];
  while (i < aAt.length || j < bAt.length) {
    const left = aAt[i] ?? Infinity;
    const right = bAt[j] ?? Infinity;
    if (left <= right) i++;
    if (right <= left) j++;
    pairs.push([i, j]);
  }
  return pairs;
}

function proportional(a: number, b: number): Pair[] {
  const most = Math.max(a, b, 1);
  return Array.from({ length: most + 1 }, (_, at): Pair => [
    Math.round((at / most) * a),
    Math.round((at / most) * b),
  ]);
}

interface Times {
  readonly enter: Float64Array;
  readonly leave: Float64Array;
}

/** When a walk over both trees together enters and leaves each node. */
function clock(a: IndexedTree, b: IndexedTree): [Times, Times] {
  const make = (tree: IndexedTree): Times => ({
    enter: new Float64Array(tree.nodes.length),
    leave: new Float64Array(tree.nodes.length),
  });
  const [left, right] = [make(a), make(b)];
  let now = 0;
  function walk(i: number, j: number): void {
    now++;
    if (i >= 0) left.enter[i] = now;
    if (j >= 0) right.enter[j] = now;
    const others = new Map<string | null, number>();
    for (const child of b.nodes[j]?.children ?? [])
      others.set(b.nodes[child]?.action ?? null, child);
    for (const child of a.nodes[i]?.children ?? []) {
      const action = a.nodes[child]?.action ?? null;
      walk(child, others.get(action) ?? -1);
      others.delete(action);
    }
    for (const child of others.values()) walk(-1, child);
    now++;
    if (i >= 0) left.leave[i] = now;
    if (j >= 0) right.leave[j] = now;
  }
  walk(0, 0);
  return [left, right];
}

/** The time of each event; null if the search goes back, as deepening and Monte Carlo do. */
function times(events: readonly Event[], at: Times): number[] | null {
  const found: number[] = [];
  let now = 0;
  for (const event of events) {
    if (event.kind === "enter") {
      const time = at.enter[event.node] ?? 0;
      if (time < now) return null;
      now = time;
    } else if (event.kind === "leave" || event.kind === "leaf") {
      now = Math.max(now, at.leave[event.node] ?? now);
    } else if (event.kind !== "child" && event.kind !== "update" && event.kind !== "cut") {
      if (event.kind !== "note") return null;
    }
    found.push(now);
  }
  return found;
}
