import { describe, expect, it } from "vitest";
import { NOTHING, open, press, step } from "../src/board/choose";
import { fill } from "../src/i18n";
import type { BoardPayload, CellPayload } from "../src/protocol";
import { joinNames, parseHash, splitNames, toHash } from "../src/route";
import { browserLang } from "../src/settings";
import { show, toNumber } from "../src/values";

function board(rows: number, columns: number, kind: BoardPayload["kind"] = "grid"): BoardPayload {
  const cells = Array.from({ length: rows * columns }, (_, index): CellPayload => ({
    index,
    row: Math.floor(index / columns),
    column: index % columns,
    name: String(index),
    label: String(index),
    owner: null,
    mark: "",
    count: null,
  }));
  return { kind, rows, columns, cells, last: [] };
}

describe("the address", () => {
  it("goes there and back", () => {
    const params = { game: "nim", moves: joinNames(["a b", "c~d", "é&="]), empty: "" };
    const back = parseHash(toHash("play", params));
    expect(back.page).toBe("play");
    expect(splitNames(back.params.moves)).toEqual(["a b", "c~d", "é&="]);
    expect(back.params.empty).toBeUndefined();
  });
  it("survives nonsense", () => {
    expect(parseHash("#/nowhere?x=%E0%A4%A&y")).toEqual({
      page: "nowhere",
      params: { x: "%E0%A4%A", y: "" },
    });
    expect(parseHash("").page).toBe("home");
  });
});

describe("choosing on a board", () => {
  const grid = board(2, 2);
  const moves = [
    { name: "0-1", cells: [0, 1] },
    { name: "0-3", cells: [0, 3] },
    { name: "2", cells: [2] },
  ];
  it("takes one cell after the other", () => {
    const first = press(grid, moves, [], 0);
    expect(first).toEqual({ chosen: [0], meant: [] });
    expect(open(grid, moves, first.chosen)).toEqual(new Set([1, 3]));
    expect(press(grid, moves, first.chosen, 3).meant[0]?.name).toBe("0-3");
  });
  it("starts over on another piece, and lets go on the same", () => {
    expect(press(grid, moves, [0], 2).meant[0]?.name).toBe("2");
    expect(press(grid, moves, [0], 0)).toEqual(NOTHING);
    expect(press(grid, moves, [0], 2).chosen).toEqual([2]);
  });
  it("takes any cell of a column where stones drop", () => {
    const drop = board(3, 2, "drop");
    expect(press(drop, [{ name: "left", cells: [4] }], [], 0).meant[0]?.name).toBe("left");
    expect(press(grid, [{ name: "left", cells: [2] }], [], 0)).toEqual(NOTHING);
  });
  it("offers actions of the same cells all together", () => {
    const twice = [
      { name: "a", cells: [1] },
      { name: "b", cells: [1] },
    ];
    expect(press(grid, twice, [], 1).meant.map(({ name }) => name)).toEqual(["a", "b"]);
  });
  it("walks with the arrow keys", () => {
    expect(step(grid, 0, "ArrowRight")).toBe(1);
    expect(step(grid, 0, "ArrowDown")).toBe(2);
    expect(step(grid, 0, "ArrowUp")).toBe(null);
    expect(step(grid, 2, "End")).toBe(3);
  });
});

describe("texts and values", () => {
  it("fill what they know and leave the rest", () => {
    expect(fill("{a} of {b}", { a: 1 })).toBe("1 of {b}");
  });
  it("agree with their numbers", () => {
    const template = "{n} {n|node|nodes}";
    expect(fill(template, { n: 1 })).toBe("1 node");
    expect(fill(template, { n: "1" })).toBe("1 node");
    expect(fill(template, { n: 2 })).toBe("2 nodes");
    expect(fill(template, { n: "1,234" })).toBe("1,234 nodes");
  });
  it("are written with true signs", () => {
    expect(show("-inf")).toBe("−∞");
    expect(show("(1, -2, 3)")).toBe("(1, −2, 3)");
    expect(show("0.8571428571")).toBe("0.8571");
    expect(show(null)).toBe("");
  });
  it("have a place on the line", () => {
    expect(toNumber("1/4")).toBe(0.25);
    expect(toNumber("−∞")).toBe(-Infinity);
    expect(toNumber("(1, 2)")).toBe(null);
  });
  it("speak the first language of the browser that they can", () => {
    expect(browserLang(["fr-FR", "es-MX", "en"])).toBe("es");
    expect(browserLang([])).toBe("en");
  });
});
