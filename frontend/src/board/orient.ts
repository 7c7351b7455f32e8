/** The board from the other side: turned by half, cells keep their indices. */
import type { BoardPayload } from "../protocol";

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

function isStore(board: BoardPayload, column: number): boolean {
  return column === 0 || column === board.columns - 1;
}

/** Whether it makes sense to look at a board from the other side. */
export function canTurn(board: BoardPayload): boolean {
  return board.kind === "grid" || board.kind === "pits" || board.kind === "hex";
}
