/** The board from the other side: turned by half, cells keep their indices. */
import type { ActionPayload, BoardPayload } from "../protocol";

export function turnBoard(board: BoardPayload): BoardPayload {
  const cells = board.cells.map((cell) => ({
    ...cell,
    row: board.rows - 1 - cell.row,
    column: board.columns - 1 - cell.column,
  }));
  if (board.kind !== "pits") return { ...board, cells };
  // Stores are as high as the board, and are placed from its top.
  return { ...board, cells: cells.map((cell) => (isStore(board, cell.column) ? { ...cell, row: 0 } : cell)) };
}

/** The cards of one player below those of all others, who follow each other in turn. */
export function seatCards(board: BoardPayload, viewer: number): BoardPayload {
  const row = (player: number) => (player - viewer - 1 + board.rows) % board.rows;
  return { ...board, cells: board.cells.map((cell) => ({ ...cell, row: row(cell.row) })) };
}

/** Two seas below each other for a narrow screen, first the one on that side. */
export function stackSeas(board: BoardPayload, first: "left" | "right"): BoardPayload {
  const width = (board.columns - 1) / 2;
  const cells = board.cells.map((cell) => {
    const left = cell.column < width;
    const below = left !== (first === "left");
    return {
      ...cell,
      row: cell.row + (below ? board.rows + 1 : 0),
      column: cell.column - (left ? 0 : width + 1),
    };
  });
  return { ...board, rows: 2 * board.rows + 1, columns: width, cells };
}

/** The side of the sea in which the actions are; null if there are none. */
export function sideOf(
  board: BoardPayload,
  actions: readonly ActionPayload[],
): "left" | "right" | null {
  const column = board.cells[actions[0]?.cells[0] ?? -1]?.column;
  return column === undefined ? null : column < (board.columns - 1) / 2 ? "left" : "right";
}

function isStore(board: BoardPayload, column: number): boolean {
  return column === 0 || column === board.columns - 1;
}

/** Whether it makes sense to look at a board from the other side. */
export function canTurn(board: BoardPayload): boolean {
  return board.kind === "grid" || board.kind === "pits" || board.kind === "hex" || board.kind === "points";
}
