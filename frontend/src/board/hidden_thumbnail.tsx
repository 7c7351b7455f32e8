/** A picture for games of which nobody sees all: what lies face down on the table. */
import type { ComponentChildren } from "preact";

const HALF_TURN = 22; // degrees between the cards of a hand

export function HiddenThumbnail({ family }: { family: string }) {
  return (
    <svg class="hidden-thumb" viewBox="-50 -36 100 72">
      {family === "dice" ? <Dice /> : family === "cards" ? <Hand /> : <Choices />}
    </svg>
  );
}

/** Some cards in a hand, one of them seen. */
function Hand() {
  return (
    <>
      {[-1, 0, 1].map((at) => (
        <g key={at} transform={`rotate(${at * HALF_TURN} 0 50)`}>
          <Card back={at < 1}>{at < 1 ? "" : "Q\u2665"}</Card>
        </g>
      ))}
    </>
  );
}

/** What both have chosen, before it is shown. */
function Choices() {
  return (
    <>
      <g transform="translate(-20 0)">
        <Card back>?</Card>
      </g>
      <g transform="translate(20 0)">
        <Card back>?</Card>
      </g>
    </>
  );
}

function Card({ back, children }: { back: boolean; children: ComponentChildren }) {
  return (
    <>
      <rect class={back ? "card-reverse" : "card-face"} x="-15" y="-22" width="30" height="44" rx="4" />
      <text x="0" y="5" text-anchor="middle" class={back ? "on-back" : "on-face"}>
        {children}
      </text>
    </>
  );
}

/** A die that is seen, and one that is not. */
function Dice() {
  const spots = [
    [-9, -9],
    [9, -9],
    [0, 0],
    [-9, 9],
    [9, 9],
  ] as const;
  return (
    <>
      <g transform="translate(-20 0) rotate(-8)">
        <rect class="card-face" x="-17" y="-17" width="34" height="34" rx="6" />
        {spots.map(([x, y]) => (
          <circle key={`${x} ${y}`} class="spot" cx={x} cy={y} r="3.2" />
        ))}
      </g>
      <g transform="translate(21 0) rotate(6)">
        <rect class="card-reverse" x="-17" y="-17" width="34" height="34" rx="6" />
        <text x="0" y="6" text-anchor="middle" class="on-back">
          ?
        </text>
      </g>
    </>
  );
}
