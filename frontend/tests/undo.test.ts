/** Undo and redo of a text. */
import { expect, it } from "vitest";
import { begin, stepTo } from "../src/tree/undo";

it("a step back is undone by a step forward, and a new step forgets what was ahead", () => {
  const three = ["(1)", "(1, 2)"].reduce(stepTo, begin("1"));
  const back = stepTo(three, "(1)");
  expect(back).toEqual({ past: ["1"], now: "(1)", future: ["(1, 2)"] });
  expect(stepTo(back, "(1, 2)")).toEqual(three);
  expect(stepTo(back, "(9)")).toEqual({ past: ["1", "(1)"], now: "(9)", future: [] });
  expect(stepTo(back, "(1)")).toEqual(back);
});
