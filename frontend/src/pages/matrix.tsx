/** Equilibria: tables of payoffs solved, and strategies of hidden information being learned. */
import { useEffect, useRef, useState } from "preact/hooks";
import { asError, connection, useAnswer, useHello } from "../app";
import { t } from "../i18n";
import type { LearningCurve, MatrixPayload, StrategyPayload } from "../protocol";
import { change, route } from "../route";
import { Cancelled, type RequestError } from "../socket";
import { useStore } from "../store";
import { LinePlot, type PlotLine } from "../ui/line_plot";
import { Button, Heading, Panel, Problem, Select, TextField, Waiting } from "../ui/widgets";

const FIRST = "prisoners-dilemma";
const GAMES = ["kuhn", "leduc", "rock-paper-scissors", "goofspiel", "battleship", "liars-dice"];
const OPTIONS: Readonly<Record<string, Record<string, string>>> = {
  goofspiel: { cards: "4", order: "descending" },
  battleship: { size: "2", ships: "2" },
  "liars-dice": { sides: "3" },
};
const VARIANTS = ["dcfr", "cfr+", "cfr", "linear", "predictive"];
const FRAME = 40;

export function MatrixPage() {
  return (
    <>
      <Heading title={t("web.page.matrix")} lead={t("web.matrix.lead")} />
      <div class="stack">
        <TablePanel />
        <LearningPanel />
      </div>
    </>
  );
}

function TablePanel() {
  const { params } = useStore(route);
  const text = params.matrix ?? FIRST;
  const [seed, setSeed] = useState(0);
  const { value, error } = useAnswer("matrix", { text, rounds: 400, seed });
  const [struck, setStruck] = useState(0);
  useEffect(() => setStruck(0), [text]);
  return (
    <Panel title={t("web.matrix.table")}>
      <div class="row row-end">
        <TextField
          label={t("web.matrix.text")}
          value={text}
          wide
          onChange={(typed) => change({ matrix: typed.trim() || null })}
        />
        <Select
          label={t("web.matrix.named")}
          value={value?.names.includes(text.replace(/-/g, "_")) ? text.replace(/-/g, "_") : ""}
          choices={[
            { value: "", label: "–" },
            ...(value?.names ?? []).map((name) => ({ value: name, label: t(`web.textbook.${name}`) })),
          ]}
          onChange={(name) => name && change({ matrix: name })}
        />
      </div>
      <Problem error={error} />
      {value && (
        <div class="matrix-parts">
          <div>
            <Payoffs game={value} struck={struck} />
            <p class="soft">{t("web.matrix.best")}</p>
            {value.struck.length === 0 ? (
              <p>{t("web.matrix.none_dominated")}</p>
            ) : (
              <>
                <div class="row">
                  <Button
                    disabled={struck >= value.struck.length}
                    onClick={() => setStruck(struck + 1)}
                  >
                    {t("web.matrix.strike")}
                  </Button>
                  <Button kind="quiet" disabled={struck === 0} onClick={() => setStruck(0)}>
                    {t("web.matrix.restore")}
                  </Button>
                </div>
                <ol aria-live="polite">
                  {value.struck.slice(0, struck).map(({ words }, at) => (
                    <li key={at}>{words}</li>
                  ))}
                </ol>
              </>
            )}
            <h3>{t(value.finite ? "web.matrix.all" : "web.matrix.extreme")}</h3>
            <ul class="equilibria">
              {value.equilibria.map(({ strategies, payoffs }, at) => (
                <li key={at}>
                  {strategies.map((each) => `(${each.join(", ")})`).join("  ")} →{" "}
                  ({payoffs.join(", ")})
                </li>
              ))}
            </ul>
            {value.value !== null && <p>{t("web.matrix.value", { value: value.value ?? "" })}</p>}
          </div>
          <Learning game={value} again={() => setSeed(seed + 1)} />
        </div>
      )}
    </Panel>
  );
}

export function Payoffs({ game, struck }: { game: MatrixPayload; struck: number }) {
  const gone = game.struck.slice(0, struck);
  const isGone = (player: number, strategy: number) =>
    gone.some((step) => step.player === player && step.strategy === strategy);
  return (
    <div class="scroll">
      <table class="payoffs">
        <thead>
          <tr>
            <td />
            {game.columns.map((name, column) => (
              <th key={name} scope="col" class={isGone(1, column) ? "struck" : ""}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {game.rows.map((name, row) => (
            <tr key={name}>
              <th scope="row" class={isGone(0, row) ? "struck" : ""}>
                {name}
              </th>
              {game.columns.map((other, column) => (
                <td key={other} class={isGone(0, row) || isGone(1, column) ? "struck" : ""}>
                  {game.cells[row]?.[column]?.map((payoff, player) => (
                    <span
                      key={player}
                      class={`payoff-${player}${game.best[row]?.[column]?.[player] ? " payoff-best" : ""}`}
                    >
                      {payoff}
                    </span>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The frequencies of the strategies, round by round, as a plot that moves. */
export function Learning({ game, again }: { game: MatrixPayload; again: () => void }) {
  const last = game.learning[0]?.points.length ?? 0;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const [shown, setShown] = useState(still ? last : 1);
  useEffect(() => setShown(still ? last : 1), [game.learning]);
  useEffect(() => {
    if (shown >= last) return;
    const timer = setTimeout(() => setShown(shown + 1), FRAME);
    return () => clearTimeout(timer);
  }, [shown, last]);
  const nameOf = ({ player, strategy }: LearningCurve) =>
    `${game.players[player]}: ${(player === 0 ? game.rows : game.columns)[strategy]}`;
  const end = game.learning[0]?.points[last - 1]?.[0] ?? 1;
  return (
    <div>
      <h3>{t("web.matrix.learning")}</h3>
      <LinePlot
        title={t("web.matrix.learning")}
        across={t("web.matrix.rounds")}
        lines={game.learning.map((curve) => ({
          name: nameOf(curve),
          look: curve.player * 7 + curve.strategy,
          points: curve.points.slice(0, shown),
        }))}
        right={end}
        low={0}
        high={1}
      />
      <Button kind="quiet" icon="play" onClick={again}>
        {t("web.matrix.again")}
      </Button>
    </div>
  );
}

function LearningPanel() {
  const greeting = useHello();
  const [game, setGame] = useState("kuhn");
  const [tree, setTree] = useState("");
  const [variant, setVariant] = useState("dcfr");
  const [found, setFound] = useState<StrategyPayload | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState(false);
  const drop = useRef<() => void>(() => undefined);
  useEffect(() => () => drop.current(), []);
  const title = (name: string) => greeting.hidden.find((each) => each.name === name)?.title ?? name;

  function learn(): void {
    drop.current();
    setError(null);
    setBusy(true);
    const place = tree.trim() ? { tree: tree.trim() } : { game, options: OPTIONS[game] ?? {} };
    const running = connection.run("strategy", { ...place, variant, iterations: 2000 }, setFound);
    drop.current = running.drop;
    running.answer.then(
      (answer) => {
        setBusy(false);
        setFound(answer);
      },
      (failure: unknown) => {
        setBusy(false);
        if (!(failure instanceof Cancelled)) setError(asError(failure));
      },
    );
  }

  return (
    <Panel title={t("web.strategy.title")}>
      <div class="row row-end">
        <Select
          label={t("web.game")}
          value={game}
          choices={GAMES.map((name) => ({ value: name, label: title(name) }))}
          onChange={setGame}
        />
        <TextField label={t("web.strategy.tree")} value={tree} wide onChange={setTree} />
        <Select
          label={t("web.strategy.variant")}
          value={variant}
          choices={VARIANTS.map((name) => ({ value: name, label: name.toUpperCase() }))}
          onChange={setVariant}
        />
        <Button kind="primary" icon="play" onClick={learn}>
          {t("web.strategy.run")}
        </Button>
      </div>
      <Problem error={error} />
      {busy && <Waiting />}
      {found && <StrategyFound found={found} />}
    </Panel>
  );
}

/** How exploitable the strategy was after some iterations, and what it is. */
export function StrategyFound({ found }: { found: StrategyPayload }) {
  const points = found.points.map(([x = 0, y = 0]) => [
    Math.log10(Math.max(1, x)),
    Math.log10(Math.max(1e-9, y)),
  ]);
  const line: PlotLine = { name: t("web.strategy.exploitability"), look: 0, points };
  return (
    <>
      <LinePlot
        title={t("web.strategy.exploitability")}
        across={t("web.strategy.iterations")}
        lines={[line]}
        powers
      />
      {found.values.length > 0 && (
        <p role="status">
          {t("web.strategy.values", {
            values: found.values.join(", "),
            sets: found.sets,
            histories: found.histories,
          })}
        </p>
      )}
      {found.rows.length > 0 && (
        <div class="scroll">
          <table class="sets">
            <thead>
              <tr>
                <th scope="col">{t("web.strategy.player")}</th>
                <th scope="col">{t("web.strategy.known")}</th>
                <th scope="col">{t("web.strategy.choices")}</th>
              </tr>
            </thead>
            <tbody>
              {found.rows.map((row, at) => (
                <tr key={at}>
                  <td>{row.player}</td>
                  <td>{row.known}</td>
                  <td>{row.choices}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found.more && <p class="soft">{t("web.strategy.more")}</p>}
    </>
  );
}
