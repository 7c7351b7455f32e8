/** What lies on a cell: a shape for each player, so that colour is never all that tells. */
import type { BoardPayload, CellPayload } from "../protocol";
import { chessman } from "./chessmen";
import { Men } from "./points";

/** Marks that are symbols, such as the crown of a king, are drawn on the piece. */
const SYMBOL = /[\u2654-\u265f]/;

export function Piece({ board, cell }: { board: BoardPayload; cell: CellPayload }) {
  if (board.kind === "pits") return <Seeds cell={cell} />;
  if (board.kind === "points") return <Men board={board} cell={cell} />;
  if (board.kind === "table")
    return (
      <span class={cell.owner === null ? "worth" : `worth paint-${board.paints[cell.owner] ?? "red"}`}>
        {cell.mark}
      </span>
    );
  if (board.kind === "heaps") return <span class="counter" aria-hidden="true" />;
  if (board.kind === "cards") return <Card mark={cell.mark} />;
  if (board.kind === "sea")
    return (
      <span class="mark" aria-hidden="true">
        {cell.mark === "■" ? "" : cell.mark}
      </span>
    );
  if (cell.owner === null)
    return cell.mark ? (
      <span class="mark" aria-hidden="true">
        {cell.mark}
      </span>
    ) : null;
  const paint = `paint-${board.paints[cell.owner] ?? "red"}`;
  if (board.pieces === "land") return <span class={`land ${paint}`} aria-hidden="true" />;
  if (board.pieces === "chess") return <Man mark={cell.mark} paint={paint} />;
  return (
    <svg class={`piece ${paint}`} viewBox="0 0 40 40" aria-hidden="true">
      {board.pieces === "marks" ? (
        <Shape mark={cell.mark} owner={cell.owner} />
      ) : (
        <Disc owner={cell.owner} ringed={board.pieces === "men" || !isPlain(board, cell.owner)} />
      )}
      {SYMBOL.test(cell.mark) && (
        <text class="symbol" x="20" y="27" text-anchor="middle">
          {cell.mark}
        </text>
      )}
    </svg>
  );
}

/** A piece of chess. */
function Man({ mark, paint }: { mark: string; paint: string }) {
  const drawn = chessman(mark);
  return (
    <svg class={`piece chessman ${paint}`} viewBox="0 0 40 40" aria-hidden="true">
      {drawn && (
        <>
          <path class="outline" d={drawn.outline} />
          <path class="details" d={drawn.details} />
        </>
      )}
    </svg>
  );
}

/** Black and white are told apart without a ring. */
function isPlain(board: BoardPayload, owner: number): boolean {
  return owner === 0 || board.paints[owner] === "white" || board.paints[owner] === "black";
}

/** A disc; the ring tells the second player's from the first's where colours do not. */
export function Disc({ owner, ringed }: { owner: number; ringed: boolean }) {
  return (
    <>
      <circle class="disc" cx="20" cy="20" r="15.5" />
      {ringed && <circle class="inner" cx="20" cy="20" r={owner === 0 ? 11.5 : 8} />}
    </>
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

const SUITS: Readonly<Record<string, string>> = { c: "♣", d: "♦", s: "♠", h: "♥" };

/** A playing card by its name, as in Qs: its face, its back (?), or the place of none. */
function Card({ mark }: { mark: string }) {
  const suit = SUITS[mark[1] ?? ""];
  if (mark === "") return null;
  if (mark === "?") return <span class="playing-card card-back" aria-hidden="true" />;
  const red = mark[1] === "d" || mark[1] === "h";
  return (
    <span class={`playing-card${red ? " card-red" : ""}`} aria-hidden="true">
      {mark[0] === "T" ? "10" : mark[0]}
      <i>{suit ?? ""}</i>
    </span>
  );
}
