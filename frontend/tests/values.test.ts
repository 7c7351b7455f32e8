/** Values as each language writes them. */
import { afterEach, expect, it } from "vitest";
import { lang } from "../src/settings";
import { listed, show } from "../src/values";

afterEach(() => lang.set("en"));

it("writes decimals with the mark of the language", () => {
  lang.set("en");
  expect([show(1.509), show("-0.25"), show([1.5, 2])]).toEqual(["1.509", "−0.25", "(1.5, 2)"]);
  lang.set("es");
  expect([show(1.509), show("-0.25"), show([1.5, 2])]).toEqual(["1,509", "−0,25", "(1,5; 2)"]);
  expect(show("1. e4")).toBe("1. e4");
  expect(listed(["3", "∞"])).toBe("3, ∞");
});
