/** The search explorer: a search stepped through, on its tree, in words and in pseudocode. */
import { useMemo } from "preact/hooks";
import { announce, titleOf, useAnswer, useHello } from "../app";
import { t } from "../i18n";
import type { SearchRequest } from "../protocol";
import { change, type Params, route } from "../route";
import { useStore } from "../store";
import { align, type Pair } from "../tree/align";
import { useBoards } from "../tree/boards";
import { Beside, type Run, runOf, Side } from "../tree/explorer";
import { Legend } from "../tree/panels";
import {
  algorithmChoices,
  chosenAlgorithm,
  type Source,
  SourceDetails,
  SourceFields,
  useSource,
} from "../tree/source";
import { PositionPanel } from "../tree/place";
import { QuizPanel, useQuiz } from "../tree/quiz";
import { Transport } from "../tree/transport";
import { Share } from "../ui/share";
import { simulates } from "../values";
import { Heading, Problem, Select, TextField, Toggle, Waiting } from "../ui/widgets";

/** How large the tree of an example is at most: it is looked at as a whole. */
const EXAMPLE_NODES = 100;

export function ExplorePage() {
  const { params } = useStore(route);
  const greeting = useHello();
  const source = useSource(params, EXAMPLE_NODES);
  const first = chosenAlgorithm(source, params.algorithm);
  const beside = source.algorithms.some(({ name }) => name === params.beside)
    ? params.beside
    : null;
  const left = useRun(source, first, params);
  const right = useRun(source, beside ?? null, params);
  const pairs = useMemo(() => stepsOf(left.run, right.run), [left.run, right.run]);
  const last = Math.max(0, pairs.length - 1);
  const step = Math.min(Number(params.step ?? 0) || 0, last);
  const [leftStep, rightStep] = pairs[step] ?? [0, 0];
  const quiz = useQuiz(right.run ? null : left.run, params.predict ?? null, step);
  const move = (wanted: number, byHand: boolean) => {
    const to = quiz && wanted > step ? quiz.gate(step, wanted) : wanted;
    change({ step: to ? String(to) : null });
    const event = left.run?.search.events[(pairs[to]?.[0] ?? 0) - 1];
    if (byHand && event) announce(event.text);
  };
  return (
    <>
      <Heading title={t("web.page.explore")} lead={t("web.explore.lead")} />
      <section class="setup" aria-label={t("web.explore.setup")}>
        <div class="row row-end">
          <SourceFields params={params} source={source} />
          <AlgorithmFields params={params} source={source} first={first} beside={beside ?? null} />
          <Share />
        </div>
        <Problem error={source.checked.error} />
        <details class="more" open={source.checked.error !== null}>
          <summary>{t("web.explore.more")}</summary>
          <div class="setup-more">
            <SourceDetails params={params} source={source} />
            <SearchToggles params={params} used={[first, beside ?? null]} />
          </div>
        </details>
      </section>
      <div class={right.run ? "page-explore page-explore-two" : "page-explore"}>
        <section class="stack" aria-label={t("web.explore.tree")}>
          <Problem error={left.error ?? right.error} />
          {left.run && (
            <Transport step={step} last={last} onStep={move} stopped={quiz?.asked != null} />
          )}
          {left.run && quiz && step < last && (
            <QuizPanel
              quiz={{
                ...quiz,
                answer: (given) => {
                  quiz.answer(given);
                  change({ step: String(step + 1) });
                },
              }}
              onGo={() => move(last, false)}
            />
          )}
          {left.run && quiz && step >= last && (
            <p class="quiz quiz-score">
              {t("web.predict.score", { right: quiz.score[0], of: quiz.score[1] })}
            </p>
          )}
          {left.run ? (
            <div class={right.run ? "sides sides-two" : "sides"}>
              <Side
                run={left.run}
                step={leftStep}
                title={titleOf(greeting, first ?? "")}
                alone={!right.run}
              />
              {right.run && (
                <Side
                  run={right.run}
                  step={rightStep}
                  title={titleOf(greeting, beside ?? "")}
                  alone={false}
                />
              )}
            </div>
          ) : (
            !left.error && source.ready && <Waiting text={t("web.explore.searching")} />
          )}
          {left.run && (
            <>
              <Legend kinds={new Set(left.run.tree.nodes.map(({ kind }) => kind))} />
              <p class="soft keys">{t("web.explore.keys")}</p>
            </>
          )}
        </section>
        {left.run && !right.run && (
          <aside class="stack">
            <Beside
              run={left.run}
              step={leftStep}
              onStep={(to) => move(to, true)}
            >
              {source.kind === "game" && (
                <PositionPanel run={left.run} step={leftStep} place={source.request} />
              )}
            </Beside>
          </aside>
        )}
      </div>
    </>
  );
}

function useRun(source: Source, algorithm: string | null, params: Params) {
  const request: SearchRequest | null =
    algorithm && source.ready
      ? { ...source.request, algorithm, ...searchOptions(source, algorithm, params) }
      : null;
  const { value, error } = useAnswer("search", request);
  const bare = useMemo(() => (value ? runOf(value) : null), [value]);
  const boards = useBoards(bare, source, params.boards !== "no");
  const run = useMemo(() => (value ? runOf(value, boards) : null), [value, boards]);
  return { run: request ? run : null, error };
}

function searchOptions(source: Source, algorithm: string, params: Params): Partial<SearchRequest> {
  if (simulates(algorithm))
    return { simulations: Number(params.simulations ?? 30), seed: Number(params.seed ?? 1) };
  const options: Partial<SearchRequest> = {};
  const depth = depthOf(source, params);
  if (depth) options.depth = Number(depth);
  if (params.deepening) options.deepening = true;
  if (algorithm === "alphabeta") {
    if (params.hard) options.hard = true;
    if (params.strict) options.strict = true;
  }
  return options;
}

/** The depth as text: as the URL says, else as the position asks for; "" is to the end. */
function depthOf(source: Source, params: Params): string {
  if (params.depth !== undefined) return params.depth;
  return source.kind === "game" && source.depth !== null ? String(source.depth) : "";
}

function stepsOf(left: Run | null, right: Run | null): Pair[] {
  if (!left) return [[0, 0]];
  if (right) return align(left.tree, left.search.events, right.tree, right.search.events);
  return Array.from({ length: left.search.events.length + 1 }, (_, at): Pair => [at, 0]);
}

function AlgorithmFields(props: {
  params: Params;
  source: Source;
  first: string | null;
  beside: string | null;
}) {
  const { params, source, first, beside } = props;
  const greeting = useHello();
  const choices = algorithmChoices(source, greeting);
  const used = [first, beside];
  const set = (name: string) => (value: string) => change({ [name]: value, step: null });
  return (
    <>
      <Select
        label={t("web.algorithm")}
        value={first ?? ""}
        choices={choices}
        onChange={set("algorithm")}
      />
      <Select
        label={t("web.explore.beside")}
        value={beside ?? ""}
        choices={[{ value: "", label: t("web.explore.alone") }, ...choices]}
        onChange={set("beside")}
      />
      {beside === null && !simulates(first) && (
        <Select
          label={t("web.predict")}
          value={params.predict ?? ""}
          choices={["", "value", "window", "cut", "all"].map((value) => ({
            value,
            label: t(`web.predict.choice.${value || "nothing"}`),
          }))}
          onChange={(value) => change({ predict: value || null, step: null })}
        />
      )}
      {used.some((name) => name !== null && !simulates(name)) && (
        <TextField
          label={t("web.depth")}
          type="number"
          min={1}
          max={greeting.limits.depth}
          value={depthOf(source, params)}
          onChange={set("depth")}
        />
      )}
      {used.some(simulates) && (
        <>
          <TextField
            label={t("web.explore.simulations")}
            type="number"
            min={1}
            max={greeting.limits.simulations}
            value={params.simulations ?? "30"}
            onChange={set("simulations")}
          />
          <TextField
            label={t("web.seed")}
            type="number"
            value={params.seed ?? "1"}
            onChange={set("seed")}
          />
        </>
      )}
    </>
  );
}

function SearchToggles({ params, used }: { params: Params; used: readonly (string | null)[] }) {
  const flag = (name: string) => (on: boolean) => change({ [name]: on ? "1" : null, step: null });
  return (
    <div class="stack-tight">
      {params.game !== undefined && (
        <Toggle
          label={t("web.explore.boards")}
          checked={params.boards !== "no"}
          onChange={(on) => change({ boards: on ? null : "no" })}
        />
      )}
      {used.some((name) => name !== null && !simulates(name)) && (
        <Toggle
          label={t("web.explore.deepening")}
          checked={params.deepening !== undefined}
          onChange={flag("deepening")}
        />
      )}
      {used.includes("alphabeta") && (
        <>
          <Toggle
            label={t("web.explore.hard")}
            checked={params.hard !== undefined}
            onChange={flag("hard")}
          />
          <Toggle
            label={t("web.explore.strict")}
            checked={params.strict !== undefined}
            onChange={flag("strict")}
          />
        </>
      )}
    </div>
  );
}
