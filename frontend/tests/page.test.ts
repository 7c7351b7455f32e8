import { describe, expect, it } from "vitest";
import { NOTHING, open, press, step, waysOf } from "../src/board/choose";
import { labelsOf } from "../src/board/labels";
import { turnBoard } from "../src/board/orient";
import { fill } from "../src/i18n";
import type { ActionPayload, BoardPayload, CellPayload } from "../src/protocol";
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
  return {
    kind,
    rows,
    columns,
    cells,
    last: [],
    winning: [],
    pieces: "marks",
    ground: "plain",
    bottom: null,
    paints: ["red", "blue"],
  };
}

function action(name: string, cells: number[], others: number[][] = []): ActionPayload {
  return { name, label: name, cells, others };
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
    action("0-1", [0, 1]),
    action("0-3", [0, 3]),
    action("2", [2]),
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
    expect(press(drop, [action("left", [4])], [], 0).meant[0]?.name).toBe("left");
    expect(press(grid, [action("left", [2])], [], 0)).toEqual(NOTHING);
  });
  it("offers actions of the same cells all together", () => {
    const twice = [
      action("a", [1]),
      action("b", [1]),
    ];
    expect(press(grid, twice, [], 1).meant.map(({ name }) => name)).toEqual(["a", "b"]);
  });
  it("takes the mirror image of an action, and a second press for the shorter one", () => {
    const pins = waysOf([action("one", [0], [[3]]), action("two", [0, 1], [[2, 3], [3, 2]])]);
    expect(press(grid, pins, [], 3)).toEqual({ chosen: [3], meant: [] });
    expect(press(grid, pins, [3], 3).meant[0]?.name).toBe("one");
    expect(press(grid, pins, [3], 2).meant[0]?.name).toBe("two");
  });
  it("is seen from the other side with the same cells", () => {
    const turned = turnBoard(grid);
    expect(turned.cells.map(({ row, column }) => [row, column])).toEqual([[1, 1], [1, 0], [0, 1], [0, 0]]);
    expect(turned.cells.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });
  it("has names beside it if rows and columns make them up, and within it if not", () => {
    const named = ["a2", "b2", "a1", "b1"];
    const cells = grid.cells.map((cell, at) => ({ ...cell, name: named[at] ?? "" }));
    expect(labelsOf({ ...grid, cells })).toEqual({ columns: ["a", "b"], rows: ["2", "1"], each: false });
    expect(labelsOf(grid).each).toBe(true);
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
