/** What is said about a game to the people who play it. */
import { t } from "../i18n";
import type { ViewPayload } from "../protocol";
import { show } from "../values";
import { turnWords } from "./position";

export const HUMAN = "human";

/** Who plays what: a person or a name for each seat. */
export interface Seated {
  readonly seats: readonly string[];
  titleOf(seat: string): string;
}

/** The seat of the only person; null if there are several, or none. */
export function onlyPerson(seats: readonly string[]): number | null {
  const people = seats.flatMap((seat, at) => (seat === HUMAN ? [at] : []));
  return people.length === 1 ? (people[0] ?? null) : null;
}

/** How the game ended or whose turn it is, to the person who plays if there is only one. */
export function statusWords(view: ViewPayload, { seats, titleOf }: Seated): string {
  const me = onlyPerson(seats);
  if (me === null || (view.player < 0 && !view.terminal)) return turnWords(view);
  if (view.players.length === 1) {
    if (!view.terminal) return t("web.play.your_move");
    return t("web.outcome.score", { score: show(view.utilities?.[0] ?? "0") });
  }
  if (view.terminal) return endWords(view, me, titleOf, seats);
  const player = view.player_name;
  return view.player === me
    ? t("web.play.your_turn", { player })
    : t("web.play.their_turn", { name: titleOf(seats[view.player] ?? ""), player });
}

function endWords(
  view: ViewPayload,
  me: number,
  titleOf: Seated["titleOf"],
  seats: readonly string[],
): string {
  const counted = view.points.length === view.players.length;
  if (view.winners.length !== 1) return view.outcome;
  const winner = view.winners[0] ?? 0;
  if (!counted && view.players.length > 2) return view.outcome;
  const order = [winner, ...view.players.map((_, at) => at).filter((at) => at !== winner)];
  const points = counted ? ` ${order.map((at) => show(view.points[at])).join(":")}` : "";
  return winner === me
    ? t("web.outcome.you_win", { points })
    : t("web.outcome.you_lose", { winner: titleOf(seats[winner] ?? ""), points });
}
