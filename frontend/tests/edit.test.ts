import { describe, expect, it } from "vitest";
import { answerText } from "../src/tree/answer";
import {
  addChild,
  forgetRuledNames,
  type JsonTree,
  readUtility,
  remove,
  setProbabilities,
  shift,
} from "../src/tree/edit";
import type { ExercisePayload } from "../src/protocol";

function example(): JsonTree {
  return {
    root: {
      name: "A",
      player: "max",
      children: [
        {
          action: "a1",
          node: {
            name: "B",
            player: "min",
            children: [
              { action: "b1", node: { name: "B1", utility: 3 } },
              { action: "b2", node: { name: "mine", utility: 5 } },
            ],
          },
        },
        { action: "go", node: { name: "C", utility: 7 } },
      ],
    },
  };
}

describe("a tree edited", () => {
  it("forgets the names that the rule gives, and keeps others", () => {
    const tree = example();
    forgetRuledNames(tree);
    expect(tree.root.name).toBeUndefined();
    expect(tree.root.children?.[0]?.action).toBeUndefined();
    expect(tree.root.children?.[1]?.action).toBe("go");
    expect(tree.root.children?.[0]?.node.children?.[1]?.node.name).toBe("mine");
  });
  it("grows below a leaf, which is one no more", () => {
    const tree = example();
    expect(addChild(tree, [1], 0)).toEqual([1, 0]);
    expect(tree.root.children?.[1]?.node).toEqual({
      name: "C",
      children: [{ node: { utility: 0 } }],
    });
  });
  it("shrinks, and a node left alone becomes a leaf", () => {
    const tree = example();
    remove(tree, [0, 0], 0);
    expect(remove(tree, [0, 0], 9)).toEqual([0]);
    expect(tree.root.children?.[0]?.node).toEqual({ name: "B", utility: 9 });
  });
  it("changes the order, but not beyond the ends", () => {
    const tree = example();
    expect(shift(tree, [1], -1)).toEqual([0]);
    expect(tree.root.children?.[0]?.action).toBe("go");
    expect(shift(tree, [0], -1)).toEqual([0]);
  });
  it("takes probabilities together", () => {
    const tree = example();
    setProbabilities(tree, [0], "1/3, 2/3");
    expect(tree.root.children?.[0]?.node.children?.map(({ probability }) => probability)).toEqual([
      "1/3",
      "2/3",
    ]);
  });
  it("reads utilities as people type them", () => {
    expect(readUtility(" −3 ")).toBe("-3");
    expect(readUtility("[1, 2, 6]")).toEqual(["1", "2", "6"]);
  });
});

describe("an answer", () => {
  const parts = (...all: ExercisePayload["parts"]) => ({ parts: all }) as ExercisePayload;
  it("of values and an action", () => {
    const exercise = parts(
      { node: "A", part: "value" },
      { node: "B", part: "value" },
      { node: "A", part: "action" },
    );
    expect(answerText(exercise, { "A value": "3", "A action": "a1" })).toBe("A=3; action=a1");
    expect(answerText(exercise, { "B value": "1, 2, 6" })).toBe("B=(1, 2, 6)");
  });
  it("of windows", () => {
    const exercise = parts(
      { node: "B3", part: "alpha" },
      { node: "B3", part: "beta" },
      { node: "B3", part: "value" },
    );
    const given = { "B3 alpha": "-inf", "B3 beta": "3", "B3 value": "8" };
    expect(answerText(exercise, given)).toBe("B3: -inf 3 -> 8");
    expect(answerText(exercise, {})).toBe("");
  });
});
