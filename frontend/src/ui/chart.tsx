/** Lines over a common axis: enough of a plot for growth and for the course of a game. */
import { useId } from "preact/hooks";

export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  readonly look: number | "full" | "best";
}

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 58;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 38;
const SHAPES = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  "M-4-4H4V4H-4Z",
  "M0-5 5 4H-5Z",
  "M0 5 5-4H-5Z",
  "M0-5 5 0 0 5-5 0Z",
];

/** Curves over whole numbers, the other axis logarithmic. Each has a shape beside its colour. */
export function LogChart(props: {
  title: string;
  across: string;
  up: string;
  curves: readonly Curve[];
}) {
  const id = useId();
  const points = props.curves.flatMap(({ points }) => points).filter(([, y]) => y > 0);
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const [low, high] = [Math.min(...xs), Math.max(...xs, Math.min(...xs) + 1)];
  const top = Math.max(1, Math.ceil(Math.log10(Math.max(...points.map(([, y]) => y)))));
  const x = (value: number) => LEFT + ((value - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    HEIGHT - BOTTOM - (Math.log10(Math.max(1, value)) / top) * (HEIGHT - TOP - BOTTOM);
  const every = Math.max(1, Math.ceil(top / 6));
  const ticks = Array.from({ length: top + 1 }, (_, power) => power).filter(
    (power) => power % every === 0,
  );
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id}>
        <title id={id}>{props.title}</title>
        {ticks.map((power) => (
          <g key={power}>
            <line
              class="chart-grid"
              x1={LEFT}
              x2={WIDTH - RIGHT}
              y1={y(10 ** power)}
              y2={y(10 ** power)}
            />
            <text class="chart-tick chart-tick-up" x={LEFT - 8} y={y(10 ** power) + 4}>
              {power < 4 ? 10 ** power : `10${superscript(power)}`}
            </text>
          </g>
        ))}
        {Array.from({ length: high - low + 1 }, (_, at) => low + at).map((value) => (
          <text key={value} class="chart-tick" x={x(value)} y={HEIGHT - BOTTOM + 18}>
            {value}
          </text>
        ))}
        <text class="chart-tick" x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 4}>
          {props.across}
        </text>
        {props.curves.map((curve) => (
          <g key={curve.name} class={`curve curve-${curve.look}`}>
            <polyline
              points={curve.points
                .map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`)
                .join(" ")}
            />
            {typeof curve.look === "number" &&
              curve.points.map(([a, b]) => (
                <path
                  key={a}
                  d={SHAPES[Number(curve.look) % SHAPES.length] ?? ""}
                  transform={`translate(${x(a).toFixed(1)} ${y(b).toFixed(1)})`}
                />
              ))}
          </g>
        ))}
      </svg>
      <figcaption>
        <span class="soft">{props.up}</span>
        <ul class="legend">
          {props.curves.map((curve) => (
            <li key={curve.name} class={`curve curve-${curve.look}`}>
              <svg viewBox="-10 -10 20 20" aria-hidden="true">
                <polyline points="-10,0 10,0" />
                {typeof curve.look === "number" && (
                  <path d={SHAPES[curve.look % SHAPES.length] ?? ""} />
                )}
              </svg>
              {curve.name}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function superscript(value: number): string {
  return String(value).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "");
}
