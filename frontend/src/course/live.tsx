/** Live blocks: the same components as on the app's own pages, in the middle of a text. */
import { useState } from "preact/hooks";
import { asError, connection } from "../app";
import { t } from "../i18n";
import type { LivePayload } from "../protocol";
import type { RequestError } from "../socket";
import { type Curve, LogChart } from "../ui/chart";
import { LinePlot } from "../ui/line_plot";
import { Button, Problem, TextField, Waiting } from "../ui/widgets";
import { BoardBlock } from "./live_board";
import { MatchBlock, MatrixBlock, StrategyBlock } from "./live_games";
import { CompareBlock, ExplorerBlock, TraceBlock } from "./live_search";
import { Spans } from "./spans";

const CONTENT = {
  board: BoardBlock,
  explorer: ExplorerBlock,
  trace: TraceBlock,
  compare: CompareBlock,
  plot: PlotBlock,
  match: MatchBlock,
  matrix: MatrixBlock,
  strategy: StrategyBlock,
  try: TryBlock,
} as const;

export function LiveBlock({ live }: { live: LivePayload }) {
  const Content = CONTENT[live.kind];
  return (
    <figure class={`live live-${live.kind}`}>
      <Content live={live} />
      {live.about && live.about.length > 0 && (
        <figcaption class="soft">
          <Spans of={live.about} />
        </figcaption>
      )}
    </figure>
  );
}

function PlotBlock({ live }: { live: LivePayload }) {
  const lines = live.lines ?? [];
  const title = live.fields.up ?? lines.map(({ name }) => name).join(", ");
  const across = live.fields.across ?? "";
  if (live.fields.scale === "log") {
    const curves = lines.map(
      ({ name, points }, at): Curve => ({
        name,
        look: at,
        points: points.map(([x = 0, y = 0]) => [x, y]),
      }),
    );
    return <LogChart title={title} across={across} up={live.fields.up ?? ""} curves={curves} />;
  }
  return (
    <LinePlot
      title={title}
      across={across}
      lines={lines.map(({ name, points }, at) => ({ name, look: at, points }))}
    />
  );
}

/** What the package says of a setting; those of other courses have their own names only. */
function settingLabel(name: string): string {
  const id = `web.course.set.${name}`;
  const label = t(id);
  return label === id ? name : label;
}

/** Numbers that the reader changes, and what is computed of them. */
function TryBlock({ live }: { live: LivePayload }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(live.settings ?? {});
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [busy, setBusy] = useState(false);
  const compute = () => {
    const query = (live.fields.query ?? "").replace(/\{(\w+)\}/g, (whole, name: string) =>
      (values[name] ?? whole).replace(",", "."),
    );
    setBusy(true);
    setError(null);
    connection
      .ask("query", { query })
      .then(
        (answer) => setText(answer.text),
        (failure: unknown) => setError(asError(failure)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <div class="stack-tight">
      <div class="row row-end">
        {Object.entries(values).map(([name, value]) => (
          <TextField
            key={name}
            label={settingLabel(name)}
            value={value}
            onChange={(given) => setValues({ ...values, [name]: given })}
          />
        ))}
        <Button kind="primary" icon="play" onClick={compute} disabled={busy}>
          {t("web.course.compute")}
        </Button>
      </div>
      <Problem error={error} />
      {busy && <Waiting />}
      {text !== null && (
        <pre class="course-text" role="status">
          {text}
        </pre>
      )}
    </div>
  );
}
