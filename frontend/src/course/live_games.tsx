/** Games in the text: matches, tables of payoffs, and strategies being learned. */
import { useState } from "preact/hooks";
import { asError, connection, useAnswer } from "../app";
import { t } from "../i18n";
import type { LivePayload, MatchPayload, StrategyPayload } from "../protocol";
import { Learning, Payoffs, StrategyFound } from "../pages/matrix";
import type { RequestError } from "../socket";
import { Button, Problem, TextField, Waiting } from "../ui/widgets";
import { type Fields, placeOrTree, whole } from "./place";

/** The match of a block, and the button that plays it. */
export function MatchBlock({ live }: { live: LivePayload }) {
  return <Match fields={live.fields} features={live.features ?? []} />;
}

export function Match(props: {
  fields: Fields;
  features: readonly string[];
  onEnd?: (result: MatchPayload) => void;
}) {
  const { fields, features } = props;
  const [weights, setWeights] = useState<readonly string[]>(features.map(() => "0"));
  const [result, setResult] = useState<MatchPayload | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState(false);
  const play = () => {
    setBusy(true);
    setError(null);
    setResult(null);
    const numbers = weights.map((each) => Number(each.replace(",", ".")));
    const running = connection.run(
      "match",
      {
        game: fields.game ?? "",
        against: fields.against ?? "random",
        player: fields.player ?? "",
        weights: features.length > 0 ? numbers : [],
        games: whole(fields, "games", 10),
        depth: whole(fields, "depth", 2),
        seed: whole(fields, "seed", 1),
      },
      setResult,
    );
    running.answer
      .then(
        (end) => {
          setResult(end);
          props.onEnd?.(end);
        },
        (failure: unknown) => setError(asError(failure)),
      )
      .finally(() => setBusy(false));
  };
  const wrong = weights.some((each) => !Number.isFinite(Number(each.replace(",", "."))));
  return (
    <div class="stack-tight">
      {features.length > 0 && (
        <div class="weights">
          {features.map((name, at) => (
            <TextField
              key={name}
              label={name}
              value={weights[at] ?? "0"}
              onChange={(given) => setWeights(weights.map((each, i) => (i === at ? given : each)))}
            />
          ))}
        </div>
      )}
      <div class="row">
        <Button kind="primary" icon="play" disabled={busy || wrong} onClick={play}>
          {t("web.course.match", { games: whole(fields, "games", 10) })}
        </Button>
        {wrong && <span class="soft">{t("web.course.weights_wrong")}</span>}
      </div>
      <Problem error={error} />
      {result && <Score result={result} />}
      {busy && !result && <Waiting />}
    </div>
  );
}

function Score({ result }: { result: MatchPayload }) {
  const parts = [
    ["won", result.wins],
    ["drawn", result.draws],
    ["lost", result.losses],
  ] as const;
  return (
    <div class="match-score" role="status">
      <p>
        {t("web.course.score", {
          played: result.played,
          games: result.games,
          wins: result.wins,
          draws: result.draws,
          losses: result.losses,
        })}
      </p>
      <svg viewBox={`0 0 ${result.games} 1`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(([name, width], at) => (
          <rect
            key={name}
            class={`match-${name}`}
            x={parts.slice(0, at).reduce((sum, [, each]) => sum + each, 0)}
            width={width}
            height="1"
          />
        ))}
      </svg>
    </div>
  );
}

export function MatrixBlock({ live }: { live: LivePayload }) {
  const [seed, setSeed] = useState(0);
  const text = live.fields.table ?? "";
  const { value, error } = useAnswer("matrix", { text, rounds: 400, seed });
  if (error) return <Problem error={error} />;
  if (!value) return <Waiting />;
  return (
    <div class="matrix-parts">
      <div>
        <Payoffs game={value} struck={0} />
        <p class="soft">{t("web.matrix.best")}</p>
        <ul class="equilibria">
          {value.equilibria.map(({ strategies, payoffs }, at) => (
            <li key={at}>
              {strategies.map((each) => `(${each.join(", ")})`).join("  ")} → ({payoffs.join(", ")})
            </li>
          ))}
        </ul>
        {value.value !== null && <p>{t("web.matrix.value", { value: value.value ?? "" })}</p>}
      </div>
      <Learning game={value} again={() => setSeed(seed + 1)} />
    </div>
  );
}

export function StrategyBlock({ live }: { live: LivePayload }) {
  const [found, setFound] = useState<StrategyPayload | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState(false);
  const learn = () => {
    setBusy(true);
    setError(null);
    const request = {
      ...placeOrTree(live.fields),
      iterations: whole(live.fields, "iterations", 500),
    };
    connection
      .run("strategy", request, setFound)
      .answer.then(setFound, (failure: unknown) => setError(asError(failure)))
      .finally(() => setBusy(false));
  };
  return (
    <div class="stack-tight">
      <div class="row">
        <Button kind="primary" icon="play" disabled={busy} onClick={learn}>
          {t("web.strategy.run")}
        </Button>
      </div>
      <Problem error={error} />
      {busy && !found && <Waiting />}
      {found && <StrategyFound found={found} />}
    </div>
  );
}
