import { describe, expect, it } from "vitest";
import { align } from "../src/tree/align";
import { fit, follow, zoom } from "../src/tree/camera";
import { unfolded, UNASKED, withWay } from "../src/tree/fold";
import { below, indexTree, pathTo } from "../src/tree/index_tree";
import { layoutTree, neighbour } from "../src/tree/layout";
import { bestFirst, moved } from "../src/tree/order";
import { DONE, OPEN, PRUNED, Replay, UNSEEN } from "../src/tree/replay";
import { event, type Sketch, sketch, walk } from "./trees";

const TREE = sketch([
  [3, 12],
  [2, 4],
]); // 0: max; 1: min (2, 3); 4: min (5, 6)

function complete(branching: number, depth: number): Sketch {
  return depth === 0 ? 1 : Array.from({ length: branching }, () => complete(branching, depth - 1));
}

describe("an indexed tree", () => {
  const tree = indexTree(TREE);
  it("knows depths and sizes", () => {
    expect([...tree.depth]).toEqual([0, 1, 2, 2, 1, 2, 2]);
    expect([...tree.size]).toEqual([7, 3, 1, 1, 3, 1, 1]);
    expect(tree.height).toBe(2);
  });
  it("knows the way to a node and all below it", () => {
    expect(pathTo(tree, 6)).toEqual([0, 4, 6]);
    expect(below(tree, 4)).toEqual([4, 5, 6]);
  });
});

describe("a replay", () => {
  const tree = indexTree(TREE);
  const events = [
    event("enter", 0, { alpha: "-∞", beta: "∞" }),
    event("enter", 4, { alpha: "3", beta: "∞" }),
    event("leaf", 5, { value: "2", alpha: "3", beta: "∞" }),
    event("update", 4, { value: "2", action: "a0", alpha: "3", beta: "2" }),
    event("cut", 4, { value: "2", pruned: [6], reason: "2 ≤ 3" }),
    event("leave", 4, { value: "2", action: "a0" }),
  ];
  it("starts with nothing seen", () => {
    const state = new Replay(tree, events).at(0);
    expect([...state.status]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
  it("takes in windows, values and the best child", () => {
    const state = new Replay(tree, events).at(4);
    expect(state.status[4]).toBe(OPEN);
    expect(state.beta[4]).toBe("2");
    expect(state.value[5]).toBe("2");
    expect(state.best[4]).toBe(5);
    expect(state.status[6]).toBe(UNSEEN);
  });
  it("strikes out what is cut, with the reason", () => {
    const state = new Replay(tree, events).at(6);
    expect(state.status[6]).toBe(PRUNED);
    expect(state.cut[6]).toBe(1);
    expect(state.reason[6]).toBe("2 ≤ 3");
    expect(state.status[4]).toBe(DONE);
  });
  it("is the same going back as going on", () => {
    const replay = new Replay(tree, events);
    replay.at(6);
    const back = replay.at(3);
    const fresh = new Replay(tree, events).at(3);
    expect(back).toEqual(fresh);
  });
  it("forgets an iteration when the next begins", () => {
    const again = [...events, event("iteration", -1), event("enter", 0)];
    const state = new Replay(tree, again).at(again.length);
    expect(state.status[4]).toBe(UNSEEN);
    expect(state.iteration).toBe(1);
  });
  it("keeps what Monte Carlo counted", () => {
    const stats = [{ node: 1, n: 2, w: "1", q: "0.5", ucb: null }];
    const state = new Replay(tree, [
      event("phase", 1, { phase: "backup", path: [0, 1], stats }),
    ]).at(1);
    expect(state.visits[1]?.n).toBe(2);
    expect(state.path).toEqual([0, 1]);
  });
});

describe("two searches in step", () => {
  const tree = indexTree(TREE);
  const minimax = walk(TREE);
  const pruning = walk(TREE, new Set([6]));
  const pairs = align(tree, minimax, tree, pruning);
  it("begin and end together", () => {
    expect(pairs[0]).toEqual([0, 0]);
    expect(pairs[pairs.length - 1]).toEqual([minimax.length, pruning.length]);
  });
  it("never go back", () => {
    for (let at = 1; at < pairs.length; at++) {
      expect(pairs[at]?.[0]).toBeGreaterThanOrEqual(pairs[at - 1]?.[0] ?? 0);
      expect(pairs[at]?.[1]).toBeGreaterThanOrEqual(pairs[at - 1]?.[1] ?? 0);
    }
  });
  it("are at the same node whenever both visit it", () => {
    const at = pairs.find(([left]) => minimax[left - 1]?.node === 5);
    expect(pruning[(at?.[1] ?? 0) - 1]?.node).toBe(5);
  });
  it("share the way when one of them does not go depth first", () => {
    const steps = align(tree, [...minimax, ...minimax], tree, pruning);
    expect(steps.length).toBe(2 * minimax.length + 1);
    expect(steps[steps.length - 1]).toEqual([2 * minimax.length, pruning.length]);
  });
});

describe("folding", () => {
  it("shows a small tree whole", () => {
    expect(unfolded(indexTree(TREE), new Map())).toEqual(new Set([0, 1, 4]));
  });
  it("shows of a large one whole levels, and the way to here", () => {
    const tree = indexTree(sketch(complete(9, 4)));
    const open = unfolded(tree, new Map());
    expect(layoutTree(tree, open).placed.length).toBeLessThanOrEqual(UNASKED);
    const deep = tree.nodes.length - 1;
    const here = layoutTree(tree, withWay(tree, open, new Map(), deep));
    expect(here.byId.has(deep)).toBe(true);
    expect(withWay(tree, open, new Map(), 1)).toBe(open);
    expect(unfolded(tree, new Map(), true).size).toBe(1 + 9 + 81 + 729);
  });
  it("obeys the hand", () => {
    const tree = indexTree(TREE);
    expect(unfolded(tree, new Map([[1, false]])).has(1)).toBe(false);
    const large = indexTree(sketch(complete(20, 2)));
    expect(unfolded(large, new Map([[1, true]])).has(1)).toBe(true);
  });
});

describe("the layout", () => {
  const tree = indexTree(sketch(complete(3, 3)));
  const layout = layoutTree(tree, new Set(tree.nodes.map(({ id }) => id)));
  it("keeps nodes of a level apart", () => {
    const leaves = layout.placed.filter(({ id }) => tree.depth[id] === 3).map(({ x }) => x);
    leaves.sort((a, b) => a - b);
    for (let at = 1; at < leaves.length; at++)
      expect((leaves[at] ?? 0) - (leaves[at - 1] ?? 0)).toBeGreaterThan(30);
  });
  it("lets arrows lead to parent, child and neighbour", () => {
    expect(neighbour(layout, 1, "ArrowUp")).toBe(0);
    expect(neighbour(layout, 0, "ArrowDown")).toBe(1);
    const right = neighbour(layout, 1, "ArrowRight");
    expect(right).toBe(tree.nodes[0]?.children[1]);
    expect(neighbour(layout, 0, "ArrowUp")).toBe(null);
  });
  it("lays out twenty thousand nodes", () => {
    const large = indexTree(sketch(complete(27, 3)));
    expect(large.nodes.length).toBeGreaterThan(20000);
    const all = layoutTree(large, new Set(large.nodes.map(({ id }) => id)));
    expect(all.placed.length).toBe(large.nodes.length);
  });
});

describe("the camera", () => {
  const size = { width: 800, height: 400 };
  const tree = indexTree(sketch(complete(3, 3)));
  const layout = layoutTree(tree, new Set(tree.nodes.map(({ id }) => id)));
  it("stays where it is while all is in view", () => {
    for (const whole of [true, false]) {
      const camera = fit(layout, size, whole);
      const inView = layout.placed.filter(({ x }) => Math.abs(x * camera.k) < 380);
      for (const place of inView) expect(follow(camera, place, size)).toBe(camera);
    }
  });
  it("follows what leaves the view", () => {
    const camera = follow({ x: 0, y: 0, k: 1 }, { x: 5000, y: 100 }, size);
    expect(camera).toEqual({ x: 400 - 5000, y: 0, k: 1 });
  });
  it("zooms about a point, and not without end", () => {
    const camera = zoom({ x: 10, y: 20, k: 1 }, 2, { x: 100, y: 100 });
    expect(camera).toEqual({ x: -80, y: -60, k: 2 });
    expect(zoom(camera, 1000, { x: 0, y: 0 }).k).toBe(3);
  });
});

describe("orders", () => {
  it("move one name", () => {
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  });
  it("put the best first for whoever moves", () => {
    const tree = sketch([
      [3, 1],
      [7, 9],
    ]);
    for (const [id, number] of [
      [1, 1],
      [4, 7],
    ] as const) {
      const node = tree.nodes[id];
      if (node) node.number = number;
    }
    const order = bestFirst(indexTree(tree), 1);
    expect(order).toEqual({ n0: ["a1", "a0"], n1: ["a1", "a0"], n4: ["a0", "a1"] });
    expect(bestFirst(indexTree(tree), -1).n0).toEqual(["a0", "a1"]);
  });
});
