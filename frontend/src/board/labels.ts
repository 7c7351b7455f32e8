/** The names of columns and rows beside a board, or else of every cell within it. */
import type { BoardPayload, CellPayload } from "../protocol";

export interface Labels {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  /** Whether cells have names that no row and column make up, so that each shows its own. */
  readonly each: boolean;
}

const PLACE = /^([a-z]+)(\d+)$/i;

export function labelsOf(board: BoardPayload): Labels {
  const none: Labels = { columns: [], rows: [], each: false };
  if (board.kind === "drop")
    return { ...none, columns: Array.from({ length: board.columns }, (_, at) => String(at + 1)) };
  if (board.kind === "table") return { ...none, rows: partOf(board, board.rows, ({ row }) => row, 1) ?? [] };
  if (board.kind !== "grid" && board.kind !== "hex" && board.kind !== "sea") return none;
  const columns = partOf(board, board.columns, ({ column }) => column, 1);
  const rows = partOf(board, board.rows, ({ row }) => row, 2);
  return columns && rows ? { columns, rows, each: false } : { ...none, each: true };
}

/** The part of the names that all cells of a column, or row, have in common; null if they differ. */
function partOf(
  board: BoardPayload,
  length: number,
  place: (cell: CellPayload) => number,
  group: 1 | 2,
): string[] | null {
  const parts = new Array<string | null>(length).fill(null);
  for (const cell of board.cells) {
    const name = board.kind === "sea" ? cell.name.toUpperCase() : cell.name; // seas differ in case
    const part = PLACE.exec(name)?.[group];
    const before = parts[place(cell)];
    if (part === undefined || (before !== null && before !== part)) return null;
    parts[place(cell)] = part;
  }
  return parts.map((part) => part ?? "");
}
