/** A well into which shapes are dropped: the shape is shown as it will lie, turned and moved. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { ActionPayload, BoardPayload, CellPayload } from "../protocol";
import { Button } from "../ui/widgets";
import { takesKeys } from "./directions";

interface Placement {
  readonly action: ActionPayload;
  readonly column: number;
}

/** The placements of each turn of the shape, from the left. */
export function turnsOf(
  board: BoardPayload,
  actions: readonly ActionPayload[],
): readonly (readonly Placement[])[] {
  const turns = new Map<string, Placement[]>();
  for (const action of actions) {
    const cells = action.cells.flatMap((at) => board.cells[at] ?? []);
    if (cells.length === 0) continue;
    const column = Math.min(...cells.map((cell) => cell.column));
    const row = Math.min(...cells.map((cell) => cell.row));
    const shape = cells.map((cell) => `${cell.row - row},${cell.column - column}`).sort().join(" ");
    turns.set(shape, [...(turns.get(shape) ?? []), { action, column }]);
  }
  return [...turns.values()].map((all) => all.sort((a, b) => a.column - b.column));
}

export function WellView(props: {
  board: BoardPayload;
  label: string;
  actions: readonly ActionPayload[];
  onAct?: ((action: string) => void) | undefined;
  hint?: string | null;
}) {
  const { board, actions, onAct } = props;
  const turns = useMemo(() => turnsOf(board, actions), [board, actions]);
  const [turn, setTurn] = useState(0);
  const [column, setColumn] = useState(Math.floor(board.columns / 2) - 1);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => setTurn(0), [actions]);
  useEffect(() => {
    grid.current?.style.setProperty("--columns", String(board.columns));
    grid.current?.style.setProperty("--rows", String(board.rows));
  }, [board.columns, board.rows]);
  const lying = turns[turn % Math.max(1, turns.length)] ?? [];
  const here = nearest(lying, column);
  const ghost = new Set(onAct ? here?.action.cells : []);
  const hinted = new Set(actions.find(({ name }) => name === props.hint)?.cells);
  const move = (by: number) => {
    const next = lying[lying.findIndex((each) => each === here) + by];
    if (next) setColumn(next.column);
  };
  const turnOn = () => setTurn((now) => now + 1);
  const drop = () => here && onAct?.(here.action.name);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    ArrowUp: turnOn,
    ArrowDown: drop,
    " ": drop,
    Enter: drop,
  };
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = now.current[event.key];
      const focused = document.activeElement;
      const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
      const other = takesKeys(focused) && !grid.current?.contains(focused);
      const button = focused?.closest("button, a, summary") && [" ", "Enter"].includes(event.key);
      if (!act || !plain || other || button) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  /** The shape's middle goes to the cell; a press drops it, by touch once it is there already. */
  const aim = (cell: CellPayload): boolean => {
    const width = widthOf(board, here?.action);
    const to = nearest(lying, cell.column - Math.floor((width - 1) / 2));
    setColumn(to?.column ?? column);
    return to === here;
  };
  return (
    <div class="board-frame">
      <div
        ref={grid}
        class={`board board-well ground-${board.ground}${onAct ? " board-live" : ""}`}
        role="grid"
        tabIndex={0}
        aria-label={`${props.label}. ${t("web.board.well")}`}
      >
        {rows(board).map((cells, at) => (
          <div role="row" class="board-row" key={at}>
            {cells.map((cell) => (
              <WellCell
                key={cell.index}
                board={board}
                cell={cell}
                ghost={ghost.has(cell.index)}
                hinted={hinted.has(cell.index)}
                onOver={() => onAct && aim(cell)}
                onPress={(byTouch) => (aim(cell) || !byTouch) && drop()}
              />
            ))}
          </div>
        ))}
      </div>
      {onAct && (
        <div class="row row-centre" role="group" aria-label={t("web.play.actions")}>
          <Button icon="left" label={t("web.board.to_left")} onClick={() => move(-1)} />
          <Button icon="redo" disabled={turns.length < 2} onClick={turnOn}>
            {t("web.board.turn")}
          </Button>
          <Button icon="right" label={t("web.board.to_right")} onClick={() => move(1)} />
          <Button kind="primary" disabled={!here} onClick={drop}>
            {t("web.board.drop")}
          </Button>
        </div>
      )}
    </div>
  );
}

function WellCell(props: {
  board: BoardPayload;
  cell: CellPayload;
  ghost: boolean;
  hinted: boolean;
  onOver: () => void;
  onPress: (byTouch: boolean) => void;
}) {
  const { board, cell } = props;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.style.setProperty("--row", String(cell.row));
    ref.current?.style.setProperty("--column", String(cell.column));
  }, [cell.row, cell.column]);
  const paint = `paint-${board.paints[0] ?? "blue"}`;
  const classes = ["cell"];
  if (props.hinted) classes.push("cell-hinted");
  return (
    <div
      ref={ref}
      role="gridcell"
      class={classes.join(" ")}
      data-cell={cell.index}
      aria-label={cell.label}
      onPointerEnter={(event) => event.pointerType !== "touch" && props.onOver()}
      onPointerUp={(event) => props.onPress(event.pointerType === "touch")}
    >
      {cell.owner !== null && <span class={`land ${paint}`} aria-hidden="true" />}
      {props.ghost && <span class={`land land-ghost ${paint}`} aria-hidden="true" />}
    </div>
  );
}

function nearest(lying: readonly Placement[], column: number): Placement | undefined {
  let best: Placement | undefined;
  for (const each of lying)
    if (!best || Math.abs(each.column - column) < Math.abs(best.column - column)) best = each;
  return best;
}

function widthOf(board: BoardPayload, action: ActionPayload | undefined): number {
  const columns = (action?.cells ?? []).map((at) => board.cells[at]?.column ?? 0);
  return columns.length === 0 ? 1 : Math.max(...columns) - Math.min(...columns) + 1;
}

function rows(board: BoardPayload): CellPayload[][] {
  const found: CellPayload[][] = Array.from({ length: board.rows }, () => []);
  for (const cell of board.cells) found[cell.row]?.push(cell);
  return found;
}
