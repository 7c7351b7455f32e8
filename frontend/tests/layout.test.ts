/** No text lies on another, on a node or on a stroke, whatever the tree. */
import { describe, expect, it } from "vitest";
import { indexTree, type IndexedTree } from "../src/tree/index_tree";
import { edgeLabel, labelBox, labelsOf, nodeBox, strikeBox } from "../src/tree/labels";
import { layoutTree, type Room } from "../src/tree/layout";
import { type Box, overlap } from "../src/tree/letters";
import { joinsOf } from "../src/tree/joins";
import { roomOf } from "../src/tree/room";
import { DONE, OPEN, PRUNED, type Snapshot, still } from "../src/tree/replay";
import { event, type Sketch, sketch } from "./trees";

/** A repeatable source of numbers below 1: mulberry32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function randomTree(next: () => number): IndexedTree {
  const grow = (depth: number): Sketch =>
    depth === 0 || next() < 0.25
      ? Math.round((next() - 0.4) * 10 ** Math.floor(next() * 5)) / (next() < 0.3 ? 10 : 1)
      : Array.from({ length: 1 + Math.floor(next() * 4) }, () => grow(depth - 1));
  const root = Array.from({ length: 2 + Math.floor(next() * 3) }, () => grow(3));
  const tree = indexTree(sketch(root));
  const kinds = ["max", "min", "chance", "own"] as const;
  for (const node of tree.nodes) {
    if (node.kind !== "leaf" && next() < 0.4) node.kind = kinds[Math.floor(next() * 4)] ?? "max";
    node.name = "ABCDEFGHIJKLM".slice(0, 1 + Math.floor(next() * 12));
    if (node.kind === "own") node.value = "(1.5, −20, 6)";
    if (node.action && next() < 0.3) node.action = "a long action".slice(0, 1 + Math.floor(next() * 13));
    if (next() < 0.2) node.probability = "0.25";
  }
  return tree;
}

/** Every box of the drawing, with what it is of: a node's own value may lie in the node. */
function boxes(tree: IndexedTree, state: Snapshot, room: Room): [string, number, Box][] {
  const layout = layoutTree(tree, new Set(tree.nodes.map(({ id }) => id)), room);
  return layout.placed.flatMap((place): [string, number, Box][] => {
    const node = tree.nodes[place.id];
    if (!node) return [];
    const parent = place.parent === null ? undefined : layout.byId.get(place.parent);
    const found: [string, number, Box][] = [["node", place.id, nodeBox(node, place, state)]];
    for (const label of labelsOf(node, place, state))
      found.push([label.kind, place.id, labelBox(label)]);
    if (!parent) return found;
    const edge = edgeLabel(node, parent, place);
    if (edge) found.push(["edge", place.id, labelBox(edge)]);
    if (state.cut[place.id]) found.push(["strike", place.id, strikeBox(parent, place)]);
    return found;
  });
}

function clashes(all: readonly [string, number, Box][]): string[] {
  const found: string[] = [];
  all.forEach(([what, id, box], at) =>
    all.slice(at + 1).forEach(([other, to, there]) => {
      const inside = id === to && what === "node" && other === "value";
      const strokes = what === "strike" && other === "strike";
      if (!inside && !strokes && overlap(box, there))
        found.push(`${what} ${id} on ${other} ${to}`);
    }),
  );
  return found;
}

describe("the texts of a drawing", () => {
  it("do not lie on each other in the lecture's tree", () => {
    const tree = indexTree(sketch([[3, 12, [8, 7, 3]], [2, 4, 6], [14, 5, 1]]));
    ["A", "B", "B1", "B2", "B3"].forEach((name, id) => {
      const node = tree.nodes[id];
      if (node) node.name = name;
    });
    expect(clashes(boxes(tree, still(tree), {}))).toEqual([]);
  });

  it("would be caught if they did", () => {
    const tree = indexTree(sketch([[3, 12], [2, 4]]));
    const all = boxes(tree, still(tree), {});
    const [, second] = all;
    if (second) all.push(["value", 99, second[2]]);
    expect(clashes(all).length).toBeGreaterThan(0);
  });

  it("do not lie on each other in any of 300 trees, searched or at rest", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const next = numbers(seed);
      const tree = randomTree(next);
      const state = still(tree);
      const events = tree.nodes.flatMap(({ id, children }) =>
        children.length && next() < 0.5
          ? [event("enter", id, { alpha: "-∞", beta: next() < 0.5 ? "12.5" : "∞" })]
          : [],
      );
      for (const { node, alpha, beta } of events) {
        state.status[node] = OPEN;
        state.alpha[node] = alpha ?? null;
        state.beta[node] = beta ?? null;
      }
      for (const { id, parent } of tree.nodes)
        if (parent !== null && state.status[id] === DONE && next() < 0.2) {
          state.status[id] = PRUNED;
          state.cut[id] = 1;
        }
      const board = seed % 3 === 0 ? { width: 56, height: 48 } : undefined;
      expect(clashes(boxes(tree, state, { ...roomOf(events), board })), `seed ${seed}`).toEqual([]);
    }
  });
});

/** Two sets that overlap on one level, and a node alone. */
it("joins the nodes of information sets below their level, each set in a lane of its own", () => {
  const tree = indexTree(sketch([[1, 2], [1, 2], [1, 2], [1, 2]]));
  const level = tree.nodes[0]?.children ?? [];
  level.forEach((id, at) => {
    const node = tree.nodes[id];
    if (node) node.set = at % 2 ? "odd" : "even";
  });
  const layout = layoutTree(tree, new Set(tree.nodes.map(({ id }) => id)));
  const found = joinsOf(tree, layout.placed);
  expect(found.map(({ first, second }) => [first.id, second.id])).toEqual([
    [level[0], level[2]],
    [level[1], level[3]],
  ]);
  expect(found[0]?.below).not.toBe(found[1]?.below);
  expect(joinsOf(tree, layout.placed.filter(({ id }) => id !== level[0]))).toHaveLength(1);
});
