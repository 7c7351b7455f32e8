/** A board as a grid of named cells: played by click, by dragging, or by keyboard. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { ActionPayload, BoardPayload, CellPayload } from "../protocol";
import { NOTHING, type Choice, open, press, step, waysOf } from "./choose";
import { type Labels, labelsOf } from "./labels";
import { useNarrow } from "./narrow";
import { Captions } from "./captions";
import { seatCards, sideOf, stackSeas, turnBoard } from "./orient";
import { Button } from "../ui/widgets";
import { Piece } from "./piece";
import { movedMen, pointName, POINTS } from "./points";

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
  board: BoardPayload;
  /** The player to move, whose piece is shown where it would fall. */
  mover?: number;
  /** Whether the board is seen from the other side. */
  turned?: boolean;
  /** The names of the players, shown where each has a part of the board. */
  players?: readonly string[];
  /** The player who looks at it, if there is only one. */
  viewer?: number | null;
  /** Whether the position was reached by one more move, which is then shown. */
  moved?: boolean;
  label: string;
  actions: readonly ActionPayload[];
  onAct?: ((action: string) => void) | undefined;
  hint?: string | null;
  scores?: ReadonlyMap<string, Score>;
}

export function BoardView(props: Props) {
  const { label, onAct, hint, scores } = props;
  const board = useOriented(props);
  const actions = useMemo(() => waysOf(props.actions), [props.actions]);
  const labels = useMemo(() => labelsOf(board), [board]);
  const [choice, setChoice] = useState<Choice>(NOTHING);
  const [refused, setRefused] = useState("");
  const [over, setOver] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const dragged = useRef<number | null>(null);
  useEffect(() => {
    setChoice(NOTHING);
    setRefused("");
  }, [board, actions]);
  useLayoutEffect(() => {
    grid.current?.style.setProperty("--columns", String(board.columns));
    grid.current?.style.setProperty("--rows", String(board.rows));
  }, [board.columns, board.rows]);

  const active = onAct ? actions : [];
  const shown = movedMen(board, choice.chosen, props.mover ?? -1);
  const next = open(board, active, choice.chosen);
  const hinted = new Set(actions.find((action) => action.name === hint)?.cells ?? []);
  const scored = scores ? scoresByCell(actions, scores, choice.chosen) : null;
  const last = new Set(board.last);
  const winning = new Set(board.winning);
  const ghost = over === null ? null : landing(board, active, over);

  function take(cell: number, from: readonly number[] = choice.chosen): readonly number[] {
    const chosen = press(board, active, from, cell);
    const names = new Set(chosen.meant.map(({ name }) => name));
    if (names.size === 1 && chosen.meant[0] && onAct && board.kind !== "table") {
      setChoice(NOTHING);
      onAct(chosen.meant[0].name);
      return [];
    }
    setChoice(chosen);
    const again = from.length > 0 && from[from.length - 1] === cell;
    setRefused(
      !onAct || again
        ? ""
        : chosen.chosen.length === 0
          ? refusal(board, cell, props.mover ?? -1)
          : chosen.meant.length > 1 && chosen.meant.every((way) => isWhole(way, chosen.chosen))
            ? t("web.board.which")
            : active.some((way) => isWhole(way, chosen.chosen))
              ? t("web.board.again")
              : "",
    );
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
    else take(Number(cell), take(from, board.kind === "points" ? choice.chosen : []));
  }

  const kinds = ["board", `board-${board.kind}`];
  if (active.length) kinds.push("board-live");
  kinds.push(`ground-${board.ground}`);
  if (board.cells.length < board.rows * board.columns) kinds.push("board-sparse");
  if (props.moved) kinds.push("board-moved");
  if (labels.rows.length > 0) kinds.push("board-named");
  return (
    <div class="board-frame">
      <div
        ref={grid}
        class={kinds.join(" ")}
        role="grid"
        aria-label={label}
        onKeyDown={onKeyDown}
        onPointerUp={onPointerUp}
        onPointerLeave={() => setOver(null)}
      >
        {board.kind === "hex" && <Sides paints={board.paints} />}
        <Captions board={board} players={props.players ?? []} viewer={props.viewer ?? null} />
        <Names labels={labels} />
        {rowsOf(shown).map((cells) => (
          <div role="row" class="board-row" key={cells[0]?.row ?? 0}>
            {cells.map((cell) => (
              <CellView
                key={cell.index}
                board={board}
                cell={cell}
                named={labels.each}
                turned={props.turned ?? false}
                slid={props.moved ? slideOf(board, cell) : null}
                ghost={cell.index === ghost ? (props.mover ?? null) : null}
                winning={winning.has(cell.index)}
                onOver={() => board.kind === "drop" && setOver(cell.column)}
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
      {board.kind === "table" && onAct && active.some(({ cells }) => cells.length > 0) && (
        <div class="row row-centre">
          <p class="soft">{t("web.board.table", { left: board.columns - choice.chosen.length })}</p>
          <Button
            kind="primary"
            disabled={choice.meant.length === 0}
            onClick={() => choice.meant[0] && onAct(choice.meant[0].name)}
          >
            {t("web.board.offer", { action: choice.meant[0]?.label ?? "…" })}
          </Button>
        </div>
      )}
      {board.kind === "sea" && active[0]?.cells.length === 2 && (
        <p class="soft">{t("web.board.ship", { length: lengthOf(board, active[0].cells) })}</p>
      )}
      {board.kind === "sea" && active[0]?.cells.length === 1 && (
        <p class="soft">{t("web.board.shoot")}</p>
      )}
      {board.kind === "points" && active.some(({ cells }) => cells.length > 0) && (
        <div class="row row-centre">
          <p class="soft">{t("web.board.moves")}</p>
          <Button icon="undo" disabled={choice.chosen.length < 2} onClick={() => setChoice(NOTHING)}>
            {t("web.board.restart")}
          </Button>
        </div>
      )}
      {choice.meant.length > 1 && board.kind !== "table" && (
        <div class="row" role="group" aria-label={t("web.board.which")}>
          {choice.meant.map((action) => (
            <button
              key={action.name}
              type="button"
              class="button button-plain"
              onClick={() => onAct?.(action.name)}
            >
              {action.label}
            </button>
          ))}
        </div>
      )}
      {onAct && (
        <p class="board-say soft" role="status">
          {refused}
        </p>
      )}
    </div>
  );
}

/** The board as it is seen: turned round, or seas below each other where both are too wide. */
function useOriented({ board, turned, actions, viewer }: Props): BoardPayload {
  const narrow = useNarrow();
  const side = useRef<"left" | "right">("right");
  if (board.kind === "sea") side.current = sideOf(board, actions) ?? side.current;
  const first = board.kind === "sea" && narrow ? side.current : null;
  return useMemo(
    () => {
      if (board.kind === "cards") return seatCards(board, viewer ?? 0);
      return first ? stackSeas(board, first) : turned ? turnBoard(board) : board;
    },
    [board, turned, first, viewer],
  );
}

/** Why a press on a cell does nothing. */
function refusal(board: BoardPayload, at: number, mover: number): string {
  const cell = board.cells[at];
  if (!cell) return "";
  const moves = board.pieces === "men" || board.pieces === "chess";
  if (cell.owner !== null && moves)
    return t(cell.owner === mover ? "web.board.stuck" : "web.board.theirs");
  return t(cell.owner === null || board.kind === "pits" ? "web.board.illegal" : "web.board.taken", {
    cell: cell.name,
  });
}

/** The number of cells from the first to the last. */
function lengthOf(board: BoardPayload, ends: readonly number[]): number {
  const [from, to] = [board.cells[ends[0] ?? -1], board.cells[ends[1] ?? -1]];
  if (!from || !to) return 0;
  return 1 + Math.max(Math.abs(from.row - to.row), Math.abs(from.column - to.column));
}

function isWhole(action: ActionPayload, chosen: readonly number[]): boolean {
  return action.cells.length === chosen.length && chosen.every((at, i) => action.cells[i] === at);
}

/** The cell where a piece would come to rest in a column. */
function landing(
  board: BoardPayload,
  actions: readonly ActionPayload[],
  column: number,
): number | null {
  const cells = actions.map((action) => action.cells[0] ?? -1);
  return cells.find((cell) => board.cells[cell]?.column === column) ?? null;
}

/** From where a piece has come to this cell, in rows and columns; null if it has not moved. */
function slideOf(board: BoardPayload, cell: CellPayload): readonly [number, number] | null {
  const from = board.cells[board.last[0] ?? -1];
  if (!from || board.last.length < 2 || board.last[board.last.length - 1] !== cell.index)
    return null;
  return cell.owner === null ? null : [from.row - cell.row, from.column - cell.column];
}

/** The names of columns and rows, which are not part of the grid for screen readers. */
function Names({ labels }: { labels: Labels }) {
  const place = (at: number, kind: "row" | "column", text: string) => (
    <span
      key={`${kind}${at}`}
      class={`name name-${kind}`}
      aria-hidden="true"
      ref={(span) => span?.style.setProperty("--at", String(at))}
    >
      {text}
    </span>
  );
  return (
    <div role="presentation" class="board-row">
      {labels.columns.map((text, at) => place(at, "column", text))}
      {labels.rows.map((text, at) => place(at, "row", text))}
    </div>
  );
}

/** The sides of a board of hexagons, in the colour of whoever connects them. */
function Sides({ paints }: { paints: readonly string[] }) {
  return (
    <>
      {["top", "bottom", "left", "right"].map((side, at) => (
        <i
          key={side}
          class={`hex-side hex-${side} paint-${paints[at < 2 ? 0 : 1] ?? "red"}`}
          aria-hidden="true"
        />
      ))}
    </>
  );
}

/** The classes of a crossing of lines: on which edges it is, and whether a dot marks it. */
function crossing({ rows, columns }: BoardPayload, { row, column }: CellPayload): string[] {
  const far = rows >= 13 ? 3 : 2;
  const dotted = [far, (rows - 1) / 2, rows - 1 - far];
  const middle = (at: number) => at === (rows - 1) / 2;
  const star =
    rows === columns && rows % 2 === 1 && rows >= 9 && dotted.includes(row) && dotted.includes(column) &&
    (rows >= 17 || middle(row) === middle(column));
  return [
    row === 0 ? "edge-top" : row === rows - 1 ? "edge-bottom" : "",
    column === 0 ? "edge-left" : column === columns - 1 ? "edge-right" : "",
    star ? "cell-dotted" : "",
  ].filter(Boolean);
}

/** What a cell of the sea holds, by its mark. */
const SEA: Readonly<Record<string, string>> = { "■": "ship", "✕": "hit", "✸": "sunk", "·": "miss" };

interface CellProps {
  turned: boolean;
  named: boolean;
  slid: readonly [number, number] | null;
  ghost: number | null;
  winning: boolean;
  onOver: () => void;
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

function CellView({ board, cell, score, ...is }: CellProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const style = ref.current?.style;
    style?.setProperty("--row", String(cell.row));
    style?.setProperty("--column", String(cell.column));
    const [down, right] = is.slid ?? [0, 0];
    style?.setProperty("--down", String(down));
    style?.setProperty("--right", String(right));
  }, [cell.row, cell.column, is.slid?.[0], is.slid?.[1]]);
  const said = [
    cell.label,
    is.open ? t("web.board.legal") : "",
    is.chosen ? t("web.board.chosen") : "",
    is.last ? t("web.board.last") : "",
    is.winning ? t("web.board.winning") : "",
    is.hinted ? t("web.board.hint") : "",
    score ? t("web.board.score", { score: score.words ?? score.text }) : "",
  ];
  const classes = ["cell"];
  if (is.open) classes.push("cell-open");
  if (is.chosen) classes.push("cell-chosen");
  if (is.last) classes.push("cell-last");
  if (is.winning) classes.push("cell-winning");
  if (is.slid) classes.push("cell-slid");
  if (board.kind === "points" && cell.row === board.rows - 1) classes.push("row-last");
  if (board.ground === "wood") classes.push(...crossing(board, cell));
  if (board.kind === "cards" && cell.mark === "") classes.push("card-place");
  if (board.kind === "sea") classes.push(`sea-${SEA[cell.mark] ?? "water"}`);
  if (cell.owner !== null && board.kind !== "pits") classes.push("cell-held");
  if ((cell.row + cell.column) % 2 === 1) classes.push("cell-odd");
  if (board.kind === "pits" && cell.owner !== null)
    classes.push(`paint-${board.paints[cell.owner] ?? "red"}`);
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
      onPointerEnter={is.onOver}
    >
      <Piece board={board} cell={cell} />
      {is.ghost !== null && cell.owner === null && (
        <span class="ghost" aria-hidden="true">
          <Piece board={board} cell={{ ...cell, owner: is.ghost }} />
        </span>
      )}
      {is.named && cell.owner === null && (
        <span class="cell-name" data-text={cell.name} aria-hidden="true" />
      )}
      {board.kind === "points" && cell.index < POINTS && (
        <span class="point-name" data-text={pointName(cell, is.turned)} aria-hidden="true" />
      )}
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
