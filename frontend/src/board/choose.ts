/** Choosing an action on a board: one cell after another, until a single action is meant. */
import type { ActionPayload, BoardPayload } from "../protocol";

export interface Choice {
  /** The cells chosen so far. */
  readonly chosen: readonly number[];
  /** The actions meant, once no more cells can tell them apart. */
  readonly meant: readonly ActionPayload[];
}

export const NOTHING: Choice = { chosen: [], meant: [] };

/** Every way to choose an action: its own cells, and others that mean the same. */
export function waysOf(actions: readonly ActionPayload[]): ActionPayload[] {
  return actions.flatMap((action) => [
    action,
    ...action.others.map((cells) => ({ ...action, cells, others: [] })),
  ]);
}

/** What a press on the cell makes of the choice so far. */
export function press(
  board: BoardPayload,
  actions: readonly ActionPayload[],
  chosen: readonly number[],
  cell: number,
): Choice {
  if (board.kind === "table") return pressTable(board, actions, chosen, cell);
  const on = actions.some((action) => begins(board, action, [...chosen, cell]));
  if (!on && chosen.length > 0 && chosen[chosen.length - 1] === cell) {
    // A second press takes what is chosen, if that is an action already.
    const whole = actions.filter(({ cells }) => cells.length === chosen.length);
    const meant = whole.filter((action) => begins(board, action, chosen));
    return meant.length > 0 ? { chosen, meant } : NOTHING;
  }
  for (const start of [chosen, []]) {
    const cells = [...start, cell];
    const left = actions.filter((action) => begins(board, action, cells));
    if (left.length > 0) {
      const meant = left.filter((action) => action.cells.length === cells.length);
      return { chosen: cells, meant: meant.length === left.length ? meant : [] };
    }
  }
  return NOTHING;
}

/** On a table one cell of each column is chosen, in any order; another press chooses anew. */
function pressTable(
  board: BoardPayload,
  actions: readonly ActionPayload[],
  chosen: readonly number[],
  cell: number,
): Choice {
  const others = chosen.filter((at) => board.cells[at]?.column !== board.cells[cell]?.column);
  const cells = chosen.includes(cell) ? others : [...others, cell];
  const left = actions.filter((action) => cells.every((at) => action.cells.includes(at)));
  if (left.length === 0) return NOTHING;
  return { chosen: cells, meant: left.filter((action) => action.cells.length === cells.length) };
}

/** The cells that can be pressed next; on boards where pieces drop, whole columns. */
export function open(
  board: BoardPayload,
  actions: readonly ActionPayload[],
  chosen: readonly number[],
): Set<number> {
  if (board.kind === "table") return new Set(actions.flatMap((action) => action.cells));
  const cells = new Set<number>();
  for (const action of actions) {
    const next = action.cells[chosen.length];
    if (next !== undefined && begins(board, action, chosen)) cells.add(next);
  }
  return cells;
}

function begins(board: BoardPayload, action: ActionPayload, cells: readonly number[]): boolean {
  return (
    cells.length <= action.cells.length &&
    cells.every((cell, at) => same(board, action.cells[at], cell))
  );
}

function same(board: BoardPayload, wanted: number | undefined, given: number): boolean {
  if (wanted === undefined) return false;
  if (wanted === given) return true;
  return board.kind === "drop" && board.cells[wanted]?.column === board.cells[given]?.column;
}

/** The cell that an arrow key leads to: the nearest one in that direction. */
export function step(board: BoardPayload, from: number, key: string): number | null {
  const here = board.cells[from];
  if (!here) return null;
  const [down, right] = (
    {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    } as const
  )[key] ?? [0, 0];
  if (!down && !right)
    return key === "Home" ? rowEnd(board, from, -1) : key === "End" ? rowEnd(board, from, 1) : null;
  let best: number | null = null;
  let nearest = Infinity;
  for (const cell of board.cells) {
    const rows = (cell.row - here.row) * (down || 1);
    const columns = (cell.column - here.column) * (right || 1);
    const along = down ? rows : columns;
    const across = down ? Math.abs(columns) : Math.abs(rows);
    if (along <= 0) continue;
    const distance = along + 10 * across;
    if (distance < nearest) [best, nearest] = [cell.index, distance];
  }
  return best;
}

function rowEnd(board: BoardPayload, from: number, side: 1 | -1): number {
  const row = board.cells[from]?.row;
  const cells = board.cells.filter((cell) => cell.row === row);
  return cells.reduce((a, b) => ((b.column - a.column) * side > 0 ? b : a)).index;
}
