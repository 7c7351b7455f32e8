/** A board as a grid of named cells: played by click, by dragging, or by keyboard. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { ActionPayload, BoardPayload, CellPayload } from "../protocol";
import { NOTHING, type Choice, open, press, step } from "./choose";
import { Piece } from "./piece";

export interface Score {
  readonly text: string;
  readonly tone: "best" | "good" | "bad" | "plain";
  readonly best?: boolean;
  readonly words?: string;
}

/** The classes of a score: its tone, and a star for the best. */
export function scoreClasses(kind: "score" | "badge", { tone, best }: Score): string {
  return `${kind} ${kind}-${tone}${best ? ` ${kind}-star` : ""}`;
}

interface Props {
  game: string;
  board: BoardPayload;
  label: string;
  actions: readonly ActionPayload[];
  onAct?: ((action: string) => void) | undefined;
  hint?: string | null;
  scores?: ReadonlyMap<string, Score>;
}

export function BoardView({ game, board, label, actions, onAct, hint, scores }: Props) {
  const [choice, setChoice] = useState<Choice>(NOTHING);
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const dragged = useRef<number | null>(null);
  useEffect(() => setChoice(NOTHING), [board, actions]);
  useLayoutEffect(() => {
    grid.current?.style.setProperty("--columns", String(board.columns));
    grid.current?.style.setProperty("--rows", String(board.rows));
  }, [board.columns, board.rows]);

  const active = onAct ? actions : [];
  const next = open(board, active, choice.chosen);
  const hinted = new Set(actions.find((action) => action.name === hint)?.cells ?? []);
  const scored = scores ? scoresByCell(actions, scores, choice.chosen) : null;
  const last = new Set(board.last);

  function take(cell: number, from: readonly number[] = choice.chosen): readonly number[] {
    const chosen = press(board, active, from, cell);
    if (chosen.meant.length === 1 && chosen.meant[0] && onAct) {
      setChoice(NOTHING);
      onAct(chosen.meant[0].name);
      return [];
    }
    setChoice(chosen);
    return chosen.chosen;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") setChoice(NOTHING);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      take(at);
      return;
    }
    const to = step(board, at, event.key);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${to}"]`)?.focus();
  }

  function onPointerUp(event: PointerEvent): void {
    const from = dragged.current;
    dragged.current = null;
    const root = grid.current?.getRootNode() as Document | ShadowRoot | undefined;
    const under = root?.elementFromPoint(event.clientX, event.clientY);
    const cell = under?.closest<HTMLElement>("[data-cell]")?.dataset.cell;
    if (cell === undefined || !grid.current?.contains(under ?? null)) return;
    if (from === null || from === Number(cell)) take(Number(cell));
    else take(Number(cell), take(from, []));
  }

  const kinds = ["board", `board-${board.kind}`];
  if (active.length) kinds.push("board-live");
  if (board.kind === "grid" && board.cells.length < board.rows * board.columns)
    kinds.push("board-sparse");
  return (
    <div class="board-frame">
      <div
        ref={grid}
        class={kinds.join(" ")}
        role="grid"
        aria-label={label}
        onKeyDown={onKeyDown}
        onPointerUp={onPointerUp}
      >
        {board.kind === "hex" && <Sides />}
        {rowsOf(board).map((cells) => (
          <div role="row" class="board-row" key={cells[0]?.row ?? 0}>
            {cells.map((cell) => (
              <CellView
                key={cell.index}
                game={game}
                board={board}
                cell={cell}
                focused={cell.index === at}
                open={next.has(cell.index)}
                chosen={choice.chosen.includes(cell.index)}
                last={last.has(cell.index)}
                hinted={hinted.has(cell.index)}
                score={scored?.get(cell.index) ?? null}
                onFocus={() => setAt(cell.index)}
                onGrab={() => (dragged.current = cell.index)}
              />
            ))}
          </div>
        ))}
      </div>
      {choice.meant.length > 1 && (
        <div class="row" role="group" aria-label={t("web.board.which")}>
          {choice.meant.map((action) => (
            <button
              key={action.name}
              type="button"
              class="button button-plain"
              onClick={() => onAct?.(action.name)}
            >
              {action.name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The sides of a board of hexagons, in the colour of whoever connects them. */
function Sides() {
  return (
    <>
      {["top", "bottom", "left", "right"].map((side) => (
        <i key={side} class={`hex-side hex-${side}`} aria-hidden="true" />
      ))}
    </>
  );
}

interface CellProps {
  game: string;
  board: BoardPayload;
  cell: CellPayload;
  focused: boolean;
  open: boolean;
  chosen: boolean;
  last: boolean;
  hinted: boolean;
  score: Score | null;
  onFocus: () => void;
  onGrab: () => void;
}

function CellView({ game, board, cell, score, ...is }: CellProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const style = ref.current?.style;
    style?.setProperty("--row", String(cell.row));
    style?.setProperty("--column", String(cell.column));
  }, [cell.row, cell.column]);
  const said = [
    cell.label,
    is.open ? t("web.board.legal") : "",
    is.chosen ? t("web.board.chosen") : "",
    is.last ? t("web.board.last") : "",
    is.hinted ? t("web.board.hint") : "",
    score ? t("web.board.score", { score: score.words ?? score.text }) : "",
  ];
  const classes = ["cell"];
  if (is.open) classes.push("cell-open");
  if (is.chosen) classes.push("cell-chosen");
  if (is.last) classes.push("cell-last");
  if (is.hinted) classes.push("cell-hinted");
  if (board.kind === "pits" && (cell.column === 0 || cell.column === board.columns - 1))
    classes.push("cell-store");
  return (
    <div
      ref={ref}
      role="gridcell"
      class={classes.join(" ")}
      data-cell={cell.index}
      data-name={cell.name}
      tabIndex={is.focused ? 0 : -1}
      aria-label={said.filter(Boolean).join(", ")}
      aria-selected={is.chosen}
      onFocus={is.onFocus}
      onPointerDown={is.onGrab}
    >
      <Piece game={game} board={board} cell={cell} />
      {score && (
        <span class={scoreClasses("score", score)} title={score.words}>
          {score.text}
        </span>
      )}
    </div>
  );
}

function rowsOf(board: BoardPayload): CellPayload[][] {
  const rows = new Map<number, CellPayload[]>();
  for (const cell of board.cells) {
    const row = rows.get(cell.row);
    if (row) row.push(cell);
    else rows.set(cell.row, [cell]);
  }
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, cells]) => cells);
}

/** The score shown on a cell is that of the best action that the cell may still mean. */
function scoresByCell(
  actions: readonly ActionPayload[],
  scores: ReadonlyMap<string, Score>,
  chosen: readonly number[],
): Map<number, Score> {
  const order = { best: 3, good: 2, plain: 1, bad: 0 } as const;
  const cells = new Map<number, Score>();
  for (const action of actions) {
    const score = scores.get(action.name);
    if (!chosen.every((cell, at) => action.cells[at] === cell)) continue;
    const cell = action.cells[chosen.length];
    if (!score || cell === undefined) continue;
    const before = cells.get(cell);
    const rank = ({ tone, best }: Score) => order[tone] + (best ? 4 : 0);
    if (!before || rank(score) > rank(before)) cells.set(cell, score);
  }
  return cells;
}
