/** A board in the space of a node: its pieces and nothing else. */
import type { BoardPayload, CellPayload } from "../protocol";

const WIDEST = 76;
const LARGEST_CELL = 17;
const HEX_HEIGHT = 0.87;

export interface MiniSize {
  readonly width: number;
  readonly height: number;
}

/** The size that a small board has; boards of one game have one size. */
export function miniSize(board: BoardPayload): MiniSize {
  const cell = cellSize(board);
  const high = board.kind === "hex" ? HEX_HEIGHT : 1;
  return { width: across(board) * cell, height: board.rows * cell * high };
}

function cellSize(board: BoardPayload): number {
  return Math.min(LARGEST_CELL, WIDEST / Math.max(across(board), board.rows));
}

/** How many cells wide it is: every row of hexagons is half a cell further to the right. */
function across({ kind, rows, columns }: BoardPayload): number {
  return kind === "hex" ? columns + (rows - 1) / 2 : columns;
}

/** The board below the point (x, y), in the middle. */
export function Mini({ board, x, y }: { board: BoardPayload; x: number; y: number }) {
  const cell = cellSize(board);
  const { width, height } = miniSize(board);
  const left = x - width / 2;
  const high = board.kind === "hex" ? HEX_HEIGHT : 1;
  const last = new Set(board.last);
  return (
    <g
      class={`mini ground-${board.ground} mini-${board.kind}`}
      transform={`translate(${left.toFixed(1)} ${y.toFixed(1)})`}
    >
      <rect class="mini-ground" width={width} height={height} rx="2" />
      {board.cells.map((each) => {
        const shift = board.kind === "hex" ? each.row / 2 : 0;
        const at = {
          x: (each.column + shift + 0.5) * cell,
          y: (each.row * high + 0.5 * high) * cell,
        };
        return (
          <MiniCell
            key={each.index}
            board={board}
            cell={each}
            size={cell}
            last={last.has(each.index)}
            {...at}
          />
        );
      })}
    </g>
  );
}

interface MiniCellProps {
  board: BoardPayload;
  cell: CellPayload;
  x: number;
  y: number;
  size: number;
  last: boolean;
}

function MiniCell({ board, cell, x, y, size, last }: MiniCellProps) {
  const half = size / 2;
  const odd = (cell.row + cell.column) % 2 === 1;
  const free = board.kind === "hex" || board.kind === "pits" || board.kind === "heaps";
  return (
    <>
      {!free && (
        <rect
          class={`mini-cell${odd ? " mini-odd" : ""}${last ? " mini-last" : ""}`}
          x={x - half}
          y={y - half}
          width={size}
          height={size}
        />
      )}
      {free && <circle class={`mini-cell${last ? " mini-last" : ""}`} cx={x} cy={y} r={half * 0.9} />}
      <MiniPiece board={board} cell={cell} x={x} y={y} half={half} />
    </>
  );
}

function MiniPiece(props: {
  board: BoardPayload;
  cell: CellPayload;
  x: number;
  y: number;
  half: number;
}) {
  const { board, cell, x, y, half } = props;
  if (board.kind === "heaps") return <circle class="mini-counter" cx={x} cy={y} r={half * 0.7} />;
  if (cell.count !== null) return <Text text={String(cell.count)} {...{ x, y, half }} />;
  if (cell.owner === null) return cell.mark ? <Text text={cell.mark} {...{ x, y, half }} /> : null;
  const paint = `paint-${board.paints[cell.owner] ?? "red"}`;
  const arm = half * 0.55;
  if (board.pieces === "land")
    return (
      <rect class={`mini-piece ${paint}`} x={x - half} y={y - half} width={2 * half} height={2 * half} />
    );
  if (board.pieces === "marks" && cell.mark === "X")
    return (
      <path
        class={`mini-stroke ${paint}`}
        d={`M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`}
      />
    );
  if (board.pieces === "marks" && cell.mark === "O")
    return <circle class={`mini-stroke ${paint}`} cx={x} cy={y} r={arm} />;
  if (board.pieces === "chess") return <Text text={cell.mark} {...{ x, y, half }} />;
  return <circle class={`mini-piece ${paint}`} cx={x} cy={y} r={half * 0.78} />;
}

function Text({ text, x, y, half }: { text: string; x: number; y: number; half: number }) {
  return (
    <text class="mini-text" x={x} y={y + half * 0.6} text-anchor="middle" font-size={half * 1.6}>
      {text}
    </text>
  );
}
