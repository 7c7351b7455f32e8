/** The course of a game: its value after every move, and where somebody went wrong. */
import { useEffect, useRef, useState } from "preact/hooks";
import { announce, asError, connection } from "../app";
import { actionWord, t } from "../i18n";
import type { MoveValue, PlacePayload } from "../protocol";
import { Cancelled, type RequestError } from "../socket";
import { Button, Panel, Problem, Waiting } from "../ui/widgets";
import { show } from "../values";

const REVIEW_TIME = 1;

export interface Review {
  readonly values: readonly MoveValue[];
  readonly running: boolean;
  readonly error: RequestError | null;
  begin(): void;
}

export function useReview(place: PlacePayload): Review {
  const [values, setValues] = useState<readonly MoveValue[]>([]);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const key = JSON.stringify(place);
  const drop = useRef<() => void>(() => undefined);
  useEffect(() => {
    setValues([]);
    setRunning(false);
    setError(null);
    return () => drop.current();
  }, [key]);
  const begin = () => {
    setValues([]);
    setRunning(true);
    const search = connection.run("values", { ...place, time: REVIEW_TIME }, (value) =>
      setValues((before) => [...before, value]),
    );
    drop.current = search.drop;
    search.answer.then(
      ({ values: all }) => {
        setValues(all);
        setRunning(false);
        announce(
          t("web.analyse.reviewed", { mistakes: all.filter(({ mistake }) => mistake).length }),
        );
      },
      (failure: unknown) => {
        setRunning(false);
        if (!(failure instanceof Cancelled)) setError(asError(failure));
      },
    );
  };
  return { values, running, error, begin };
}

const MARKS = { mistake: "?", blunder: "??" } as const;

export function marksOf(values: readonly MoveValue[], moves: number): string[] {
  const marks = new Array<string>(moves).fill("");
  for (const { ply, mistake } of values) if (mistake) marks[ply] = MARKS[mistake];
  return marks;
}

const WIDTH = 600;
const HEIGHT = 130;

/** The value of the position after every move, and what was wrong with the mistakes. */
export function Course(props: {
  review: Review;
  moves: readonly string[];
  ply: number;
  names: readonly string[];
  onGo: (ply: number) => void;
}) {
  const { review, moves, ply, onGo } = props;
  if (moves.length < 2) return null;
  const x = (at: number) => 12 + (at / Math.max(1, moves.length)) * (WIDTH - 24);
  const y = (share: number) => 10 + (1 - share) * (HEIGHT - 20);
  const known = review.values.filter(({ share }) => share !== null);
  const path = known.map(
    ({ ply: at, share }) => `${x(at + 1).toFixed(1)},${y(share ?? 0.5).toFixed(1)}`,
  );
  const mistakes = review.values.filter(({ mistake }) => mistake);
  return (
    <Panel title={t("web.analyse.course")} class="course">
      <Problem error={review.error} />
      {review.values.length === 0 && !review.running ? (
        <div class="row">
          <Button icon="search" onClick={review.begin}>
            {t("web.analyse.review")}
          </Button>
        </div>
      ) : (
        <>
          <svg
            class="course-plot"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            role="group"
            aria-label={t("web.analyse.course")}
          >
            <line class="chart-grid" x1="0" x2={WIDTH} y1={y(0.5)} y2={y(0.5)} />
            <line class="course-here" x1={x(ply)} x2={x(ply)} y1="0" y2={HEIGHT} />
            <polyline class="course-line" points={path.join(" ")} />
            {known.map((value) => (
              <g
                key={value.ply}
                role="button"
                tabIndex={0}
                class={`course-point${value.mistake ? ` course-${value.mistake}` : ""}`}
                aria-label={t("web.analyse.point", {
                  ply: value.ply + 1,
                  move: actionWord(value.move),
                  value: `${show(value.text)} ${value.mistake ? MARKS[value.mistake] : ""}`,
                })}
                onClick={() => onGo(value.ply + 1)}
                onKeyDown={(event) =>
                  (event.key === "Enter" || event.key === " ") &&
                  (event.preventDefault(), onGo(value.ply + 1))
                }
                transform={`translate(${x(value.ply + 1).toFixed(1)} ${y(value.share ?? 0.5).toFixed(1)})`}
              >
                <circle r="14" class="course-target" />
                <circle r={value.mistake ? 6 : 4} />
                {value.mistake && (
                  <text y={value.share !== null && value.share > 0.6 ? 24 : -11}>
                    {MARKS[value.mistake]}
                  </text>
                )}
              </g>
            ))}
          </svg>
          <p class="soft course-axis">
            {t("web.analyse.axis", { first: props.names[0] ?? "", second: props.names[1] ?? "" })}
          </p>
          {review.running && (
            <Waiting
              text={t("web.analyse.reviewing", { done: review.values.length, all: moves.length })}
            />
          )}
          {mistakes.length > 0 && (
            <ul class="mistakes">
              {mistakes.map((value) => (
                <li key={value.ply}>
                  <button type="button" class="button button-quiet" onClick={() => onGo(value.ply)}>
                    {value.ply + 1}. {actionWord(value.move)}
                    {value.mistake ? MARKS[value.mistake] : ""}
                  </button>
                  <span>
                    {props.names[value.player] && `${props.names[value.player]}: `}
                    {value.note ||
                      (value.best ? t("web.analyse.better", { move: actionWord(value.best) }) : "")}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {!review.running && mistakes.length === 0 && <p>{t("web.analyse.no_mistakes")}</p>}
        </>
      )}
    </Panel>
  );
}
