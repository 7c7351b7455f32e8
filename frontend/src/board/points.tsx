/** A board of points with piles of men, as in backgammon, and the men of moves not yet finished. */
import type { BoardPayload, CellPayload } from "../protocol";

const SHOWN = 5;

/** The cells that are points, before the bars, the trays and the dice. */
export const POINTS = 24;

/** The number of a point as the player below counts it. */
export function pointName(cell: CellPayload, turned: boolean): string {
  return turned ? String(POINTS + 1 - Number(cell.name)) : cell.name;
}

/** The board after the moves chosen so far: from and to, for each man. */
export function movedMen(board: BoardPayload, chosen: readonly number[], mover: number): BoardPayload {
  if (board.kind !== "points" || chosen.length < 2) return board;
  const cells = board.cells.map((cell) => ({ ...cell }));
  for (let at = 0; at + 1 < chosen.length; at += 2) {
    const [from, to] = [cells[chosen[at] ?? -1], cells[chosen[at + 1] ?? -1]];
    if (!from || !to) continue;
    from.count = (from.count ?? 1) - 1;
    if (from.count === 0) from.owner = null;
    const hit = to.owner !== null && to.owner !== mover;
    const bar = cells.find(({ name, mark }) => hit && name.startsWith("bar") && mark === to.mark);
    if (bar) [bar.owner, bar.count] = [to.owner, (bar.count ?? 0) + 1];
    to.count = hit ? 1 : (to.count ?? 0) + 1;
    to.owner = mover;
    to.mark = from.mark;
  }
  return { ...board, cells };
}

/** The men on a point, from its base; their number where not all are drawn. */
export function Men({ board, cell }: { board: BoardPayload; cell: CellPayload }) {
  const men = cell.count ?? 0;
  if (cell.name === "cube") {
    const owner = cell.owner === null ? "" : ` paint-${board.paints[cell.owner] ?? "red"}`;
    return <span class={`cube${owner}`}>{cell.mark}</span>;
  }
  if (cell.count === null) return <span class="dice">{cell.mark}</span>;
  const paint = board.paints[cell.owner ?? 0] ?? "red";
  const heightOf = (at: number) => (cell.row === 0 ? 20 + 40 * at : 180 - 40 * at);
  return (
    <svg class={`men paint-${paint}`} viewBox="0 0 40 200" aria-hidden="true">
      {Array.from({ length: Math.min(men, SHOWN) }, (_, at) => (
        <circle key={at} class="disc" cx="20" cy={heightOf(at)} r="18.5" />
      ))}
      {men > SHOWN && (
        <text class="many" x="20" y={heightOf(SHOWN - 1) + 8} text-anchor="middle">
          {men}
        </text>
      )}
    </svg>
  );
}
