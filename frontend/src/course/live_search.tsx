/** Searches in the text: stepped through, printed as a trace, or compared. */
import { useMemo, useState } from "preact/hooks";
import { announce, titleOf, useAnswer, useHello } from "../app";
import { t } from "../i18n";
import type { LivePayload, SearchRequest } from "../protocol";
import { Table, useRows } from "../pages/compare";
import { joinNames, toHash } from "../route";
import { useBoards } from "../tree/boards";
import { runOf, Side } from "../tree/explorer";
import { Pseudocode, traceLines, VisitTable, WindowLine } from "../tree/panels";
import { Transport } from "../tree/transport";
import { Button, Problem, Waiting } from "../ui/widgets";
import { type Fields, movesOf, placeOrTree, whole } from "./place";

export function searchRequest(fields: Fields): SearchRequest {
  const request: SearchRequest = { ...placeOrTree(fields) };
  if (fields.algorithm) request.algorithm = fields.algorithm;
  if (fields.depth) request.depth = Number(fields.depth);
  if (fields.deepening) request.deepening = true;
  if (fields.algorithm === "mcts") {
    request.simulations = whole(fields, "simulations", 30);
    request.seed = whole(fields, "seed", 1);
  }
  return request;
}

/** The search of a block, with the boards of its nodes. */
export function useRun(fields: Fields) {
  const request = searchRequest(fields);
  const { value, error } = useAnswer("search", request);
  const bare = useMemo(() => (value ? runOf(value) : null), [value]);
  const kind = fields.tree === undefined ? "game" : "tree";
  const boards = useBoards(bare, { kind, request }, true);
  const run = useMemo(() => (value ? runOf(value, boards) : null), [value, boards]);
  return { run, error };
}

export function ExplorerBlock({ live }: { live: LivePayload }) {
  const { fields } = live;
  const greeting = useHello();
  const { run, error } = useRun(fields);
  const [step, setStep] = useState(whole(fields, "step", 0));
  const [code, setCode] = useState(false);
  if (error) return <Problem error={error} />;
  if (!run) return <Waiting text={t("web.explore.searching")} />;
  const last = run.search.events.length;
  const at = Math.min(step, last);
  const state = run.replay.at(at);
  const event = run.search.events[at - 1];
  const Numbers = run.search.algorithm === "mcts" ? VisitTable : WindowLine;
  const move = (to: number, byHand: boolean) => {
    setStep(to);
    if (byHand) announce(run.search.events[to - 1]?.text ?? "");
  };
  return (
    <div class="stack-tight">
      <Transport step={at} last={last} onStep={move} />
      <Side run={run} step={at} title={titleOf(greeting, run.search.algorithm)} alone />
      <Numbers tree={run.tree} state={state} />
      {code && <Pseudocode lines={run.search.pseudocode} at={event?.line ?? -1} />}
      <div class="row">
        <Button pressed={code} onClick={() => setCode(!code)}>
          {t("web.explore.pseudocode")}
        </Button>
        <a class="button button-quiet" href={exploreLink(fields)}>
          {t("web.course.open_explorer")}
        </a>
      </div>
    </div>
  );
}

/** The same search on the explorer's own page. */
export function exploreLink(fields: Fields): string {
  const [game, options] = (fields.game ?? "").split(":");
  return toHash("explore", {
    tree: fields.tree,
    game,
    options,
    moves: joinNames(movesOf(fields)) || null,
    from: fields.game && !fields.moves ? "start" : null,
    algorithm: fields.algorithm,
    beside: fields.beside,
    depth: fields.depth,
    simulations: fields.simulations,
    deepening: fields.deepening ? "1" : null,
  });
}

export function TraceBlock({ live }: { live: LivePayload }) {
  const { run, error } = useRun(live.fields);
  if (error) return <Problem error={error} />;
  if (!run) return <Waiting text={t("web.explore.searching")} />;
  return (
    <ol class="course-trace" tabIndex={0} aria-label={t("web.explore.trace")}>
      {traceLines(run.search).map((line) => (
        <li key={line.step}>{line.text}</li>
      ))}
      <li>{run.search.conclusion}</li>
    </ol>
  );
}

export function CompareBlock({ live }: { live: LivePayload }) {
  const { fields } = live;
  const algorithms = (fields.algorithms ?? "").split(" ").filter(Boolean);
  const rows = useRows({
    ...placeOrTree(fields),
    algorithms,
    ...(fields.depth ? { depth: Number(fields.depth) } : {}),
  });
  return (
    <div class="stack-tight">
      <Problem error={rows.error} />
      <Table rows={rows.value ?? []} />
      {rows.loading && <Waiting text={t("web.explore.searching")} />}
    </div>
  );
}
