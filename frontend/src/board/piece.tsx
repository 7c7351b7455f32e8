/** What lies on a cell: a shape for each player, so that colour is never all that tells. */
import type { BoardPayload, CellPayload } from "../protocol";

const OWNERS = ["first", "second", "third", "fourth"] as const;

/** Marks that are symbols, such as the crown of a king, are drawn on the piece. */
const SYMBOL = /[\u2654-\u265f]/;

/** Games with stones, although their boards are written with X and O. */
const STONES = new Set(["othello", "gomoku"]);

export function Piece({ game, board, cell }: { game: string; board: BoardPayload; cell: CellPayload }) {
  if (board.kind === "pits") return <Seeds cell={cell} />;
  if (board.kind === "heaps") return <span class="counter" aria-hidden="true" />;
  if (cell.owner === null)
    return cell.mark ? (
      <span class="mark" aria-hidden="true">
        {cell.mark}
      </span>
    ) : null;
  const stones = board.kind !== "grid" || STONES.has(game);
  const owner = OWNERS[cell.owner] ?? "fourth";
  return (
    <svg class={`piece piece-${owner}`} viewBox="0 0 40 40" aria-hidden="true">
      <Shape mark={stones ? "" : cell.mark} owner={cell.owner} />
      {SYMBOL.test(cell.mark) && (
        <text class="symbol" x="20" y="27" text-anchor="middle">
          {cell.mark}
        </text>
      )}
    </svg>
  );
}

function Shape({ mark, owner }: { mark: string; owner: number }) {
  if (mark === "X" || mark === "×") return <path class="stroke" d="M10 10 30 30M30 10 10 30" />;
  if (mark === "O" || mark === "○") return <circle class="stroke" cx="20" cy="20" r="11" />;
  if (owner === 0) return <circle class="disc" cx="20" cy="20" r="15" />;
  if (owner === 1)
    return (
      <>
        <circle class="disc" cx="20" cy="20" r="15" />
        <circle class="inner" cx="20" cy="20" r={SYMBOL.test(mark) ? 13 : 8} />
      </>
    );
  if (owner === 2) return <path class="disc" d="M20 5 35 33H5z" />;
  return <path class="disc" d="M20 3 37 20 20 37 3 20z" />;
}

/** Seeds in a house of mancala: as many dots as fit, and the number. */
function Seeds({ cell }: { cell: CellPayload }) {
  const count = cell.count ?? 0;
  const dots = Array.from({ length: Math.min(count, 16) }, (_, at) => at);
  return (
    <>
      <svg class="seeds" viewBox="-20 -20 40 40" aria-hidden="true">
        {dots.map((at) => {
          const [radius, turn] = [3.6 * Math.sqrt(at), at * 2.39996];
          return (
            <circle key={at} cx={radius * Math.cos(turn)} cy={radius * Math.sin(turn)} r="2.7" />
          );
        })}
      </svg>
      <span class="count" aria-hidden="true">
        {count}
      </span>
    </>
  );
}
