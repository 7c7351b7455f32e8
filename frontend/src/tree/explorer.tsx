/** One search on its tree at one step, and what there is to say beside it. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { t } from "../i18n";
import type { Search } from "../protocol";
import { Panel } from "../ui/widgets";
import { miniSize } from "../board/mini";
import type { NodeBoards } from "./boards";
import { TreeCanvas } from "./canvas";
import { type IndexedTree, indexTree } from "./index_tree";
import { Cost, Pseudocode, Said, TraceLines, traceLines, VisitTable, WindowLine } from "./panels";
import type { Room } from "./layout";
import { Replay, type Snapshot } from "./replay";
import { roomOf } from "./room";
import { simulates } from "../values";

export interface Run {
  readonly search: Search;
  readonly tree: IndexedTree;
  readonly replay: Replay;
  readonly room: Room;
  /** The board of each node, if the search is on a game with boards. */
  readonly boards: NodeBoards | null;
}

export function runOf(search: Search, boards: NodeBoards | null = null): Run {
  const tree = indexTree(search.tree);
  const first = boards?.find((board) => board !== null);
  return {
    search,
    tree,
    replay: new Replay(tree, search.events),
    room: roomOf(search.events, first ? miniSize(first) : undefined),
    boards,
  };
}

function useSnapshot(run: Run, step: number): Snapshot {
  return useMemo(() => run.replay.at(step), [run, step]);
}

export function Side({
  run,
  step,
  title,
  alone,
}: {
  run: Run;
  step: number;
  title: string;
  alone: boolean;
}) {
  const state = useSnapshot(run, step);
  const event = run.search.events[step - 1];
  return (
    <div class="side">
      <h2>
        {title}
        {state.iteration > 0 && (
          <small class="soft"> · {t("web.explore.iteration", { depth: state.iteration })}</small>
        )}
      </h2>
      <Said event={event} search={run.search} />
      <TreeCanvas
        tree={run.tree}
        state={state}
        label={t("web.explore.tree_of", { algorithm: title })}
        height={alone ? "tall" : "short"}
        room={run.room}
        boards={run.boards ?? undefined}
      />
      {!alone && (
        <>
          <Numbers run={run} state={state} />
          <Pseudocode lines={run.search.pseudocode} at={event?.line ?? -1} />
          <Cost search={run.search} step={step} />
        </>
      )}
    </div>
  );
}

/** What the search goes by at a step: visits and their worth, or the window. */
function Numbers({ run, state }: { run: Run; state: Snapshot }) {
  const Shown = simulates(run.search.algorithm) ? VisitTable : WindowLine;
  return <Shown tree={run.tree} state={state} />;
}

export function Beside(props: {
  run: Run;
  step: number;
  onStep: (step: number) => void;
  /** What is shown above all else. */
  children?: ComponentChildren;
}) {
  const { run, step, onStep } = props;
  const lines = useMemo(() => traceLines(run.search), [run]);
  const state = useSnapshot(run, step);
  const event = run.search.events[step - 1];
  const monteCarlo = simulates(run.search.algorithm);
  const windows = run.search.events.some(({ alpha }) => alpha !== undefined && alpha !== null);
  const title = monteCarlo
    ? t("web.explore.visits")
    : windows
      ? t("web.explore.window")
      : t("web.explore.value");
  return (
    <>
      {props.children}
      <Panel title={title}>
        <Numbers run={run} state={state} />
      </Panel>
      <Panel title={t("web.explore.pseudocode")}>
        <Pseudocode lines={run.search.pseudocode} at={event?.line ?? -1} />
      </Panel>
      {lines.length > 0 && (
        <Panel title={t("web.explore.trace")}>
          <TraceLines lines={lines} step={step} onStep={onStep} />
        </Panel>
      )}
      <Panel title={t("web.explore.cost")}>
        <Cost search={run.search} step={step} />
      </Panel>
    </>
  );
}
