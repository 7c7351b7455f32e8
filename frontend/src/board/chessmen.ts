/**
 * Pieces of chess, drawn for this package: an outline and lines drawn over it, in a box of 40 by 40.
 * The pictures of positions have the same (`games/drawing/chessmen.py`; a test compares them).
 */
export interface Chessman {
  readonly outline: string;
  readonly details: string;
}

const CHESSMEN: Readonly<Record<string, Chessman>> = {
  p: {
    outline:
      "M20 9a5.2 5.2 0 0 1 3.4 9.2q3 1.4 3 3.3h-3q.4 5.5 5.2 9.5v5H11.4v-5q4.8-4 5.2-9.5h-3q0-1.9 3-3.3A5.2 5.2 0 0 1 20 9z",
    details: "M14.5 31h11",
  },
  n: {
    outline:
      "M12.5 30.5q-.6-6 4.6-9.6 1.8-1.3 1.6-3.1-2.3 2-5.2 2.3-1.2 2.5-3.2 2.3-2.8-.4-2.7-3.2 2-2.2 2.7-5 1-4 4.3-6l.4-3.7 3.3 2.7q6-.5 9.2 4.8Q31.5 19 30 30.5zM9 36v-3q0-2 3-2.5h16q3 .5 3 2.5v3z",
    details: "M12 30.5h16M16.6 13.2h.1",
  },
  b: {
    outline:
      "M20 4.5a2.6 2.6 0 0 1 1.7 4.5q6.3 5.3 6.3 11 0 4.4-3.8 6.5l.8 4H15l.8-4Q12 24.4 12 20q0-5.7 6.3-11A2.6 2.6 0 0 1 20 4.5zM9 36v-3q0-2 3-2.5h16q3 .5 3 2.5v3z",
    details: "M15 30.5h10M20 13.5v7M16.6 17h6.8M15.8 26.5h8.4",
  },
  r: {
    outline:
      "M10.5 7h4.5v3h2.8V7h4.4v3H25V7h4.5v7.5L26.3 17l.9 10.5 2.3 3h-19l2.3-3L13.7 17l-3.2-2.5zM9 36v-3q0-2 3-2.5h16q3 .5 3 2.5v3z",
    details: "M13.7 17h12.6M12.8 27.5h14.4M12 30.5h16",
  },
  q: {
    outline:
      "M12 30.5 7.2 14.2a2.2 2.2 0 1 1 2-.7l5.2 6.2.4-9.7a2.2 2.2 0 1 1 2.2-.2L20 18.5l3-8.7a2.2 2.2 0 1 1 2.2.2l.4 9.7 5.2-6.2a2.2 2.2 0 1 1 2 .7L28 30.5zM9 36v-3q0-2 3-2.5h16q3 .5 3 2.5v3z",
    details: "M12 30.5h16M11.2 26.5q8.8-2.5 17.6 0",
  },
  k: {
    outline:
      "M18.7 3.5h2.6v2.7h2.7v2.6h-2.7v2.7q3.2 1 3.2 4.6 7.2-2.6 8.7 2.2 1.2 5.2-5 9.2l.6 3H11.2l.6-3q-6.2-4-5-9.2 1.5-4.8 8.7-2.2 0-3.6 3.2-4.6V8.8H16V6.2h2.7zM9 36v-3q0-2 3-2.5h16q3 .5 3 2.5v3z",
    details: "M12 30.5h16M11.8 27.5q8.2-2.5 16.4 0M20 26.3v-5.6q0-3 4.5-4.6M20 20.7q0-3-4.5-4.6",
  },
};

/** Symbols that stand for pieces where both players have the same ones. */
const SYMBOLS: Readonly<Record<string, string>> = {
  "♚": "k",
  "♛": "q",
  "♜": "r",
  "♝": "b",
  "♞": "n",
  "♟": "p",
};

/** The drawing of a piece by its letter, of either case, or its symbol. */
export function chessman(mark: string): Chessman | undefined {
  return CHESSMEN[SYMBOLS[mark] ?? mark.toLowerCase()];
}
