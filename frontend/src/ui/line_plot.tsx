/** Lines in a frame: frequencies, or powers of ten in both directions. */
import { useId } from "preact/hooks";

export interface PlotLine {
  readonly name: string;
  readonly look: number;
  readonly points: readonly (readonly number[])[];
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 300, 58, 14, 12, 40];
const INKS = ["#bd4326", "#17688a", "#5d7a1c", "#7b4ea3", "#9a6a00", "#26292e", "#b0527a"];

/** With `powers` both axes have logarithms to base ten, and ticks are powers of ten. */
export function LinePlot(props: {
  title: string;
  across: string;
  lines: readonly PlotLine[];
  right?: number;
  low?: number;
  high?: number;
  powers?: boolean;
}) {
  const id = useId();
  const points = props.lines.flatMap((line) => line.points);
  const xs = points.map(([x = 0]) => x);
  const ys = points.map(([, y = 0]) => y);
  const round = props.powers ? [Math.floor, Math.ceil] : [Number, Number];
  const left = props.powers ? 0 : Math.min(...xs, 1);
  const right = Math.max(props.right ?? Math.max(...xs, 1), left + 1);
  const low = props.low ?? round[0]!(Math.min(...ys, 0));
  const high = Math.max(props.high ?? round[1]!(Math.max(...ys, low)), low + 1);
  const x = (value: number) => LEFT + ((value - left) / (right - left)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const say = (value: number) =>
    props.powers
      ? value < 0
        ? (10 ** value).toFixed(Math.min(6, -value))
        : String(10 ** value)
      : String(value > 10 ? Math.round(value) : Math.round(value * 100) / 100);
  const up = ticks(low, high, props.powers ?? false);
  const along = ticks(left, right, props.powers ?? false);
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id}>
        <title id={id}>{props.title}</title>
        {up.map((value) => (
          <g key={value}>
            <line class="chart-grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
            <text class="chart-tick chart-tick-up" x={LEFT - 8} y={y(value) + 4}>
              {say(value)}
            </text>
          </g>
        ))}
        {along.map((value) => (
          <text key={value} class="chart-tick" x={x(value)} y={HEIGHT - BOTTOM + 16} text-anchor="middle">
            {say(value)}
          </text>
        ))}
        <text class="chart-tick" x={(LEFT + WIDTH) / 2} y={HEIGHT - 6} text-anchor="middle">
          {props.across}
        </text>
        {props.lines.map((line) => (
          <polyline
            key={line.name}
            fill="none"
            stroke={INKS[line.look % INKS.length]}
            stroke-width="2"
            stroke-dasharray={line.look >= INKS.length ? "6 4" : undefined}
            points={line.points.map(([px = 0, py = 0]) => `${x(px)},${y(py)}`).join(" ")}
          />
        ))}
      </svg>
      {props.lines.length > 1 && (
        <figcaption class="plot-legend">
          {props.lines.map((line) => (
            <span key={line.name}>
              <svg viewBox="0 0 28 8" aria-hidden="true">
                <path
                  d="M0 4H28"
                  stroke={INKS[line.look % INKS.length]}
                  stroke-width="3"
                  stroke-dasharray={line.look >= INKS.length ? "6 4" : undefined}
                />
              </svg>
              {line.name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

/** Whole powers, or five values at equal distances. */
function ticks(low: number, high: number, powers: boolean): number[] {
  if (powers)
    return Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, at) => Math.ceil(low) + at);
  return [0, 1, 2, 3, 4].map((at) => low + ((high - low) * at) / 4);
}
