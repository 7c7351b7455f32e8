/** A position: its board if it has one, a picture and buttons otherwise. */
import { useRef } from "preact/hooks";
import { actionWord, t } from "../i18n";
import type { ActionPayload, ViewPayload } from "../protocol";
import { Picture } from "../ui/picture";
import { Button } from "../ui/widgets";
import { percent, show } from "../values";
import { BoardView, type Score, scoreClasses } from "./board";
import { areDirections, useDirections } from "./directions";
import { WellView } from "./well";

export function Position(props: {
  view: ViewPayload;
  label: string;
  onAct?: ((action: string) => void) | undefined;
  hint?: string | null;
  scores?: ReadonlyMap<string, Score>;
  turned?: boolean;
  viewer?: number | null;
}) {
  const { view, onAct, scores } = props;
  const steered = useSteering(view);
  const touch = useDirections(view.actions, steered, onAct);
  const moved = useMoved(view);
  const named = view.board ? withoutCells(view.actions) : view.actions;
  return (
    <div class={`position${steered ? " position-steered" : ""}`} {...touch}>
      {view.board?.kind === "well" ? (
        <WellView
          board={view.board}
          label={props.label}
          actions={view.actions}
          onAct={onAct}
          hint={props.hint ?? null}
        />
      ) : view.board ? (
        <BoardView
          board={view.board}
          mover={view.player}
          turned={props.turned ?? false}
          players={view.players}
          viewer={props.viewer ?? null}
          moved={moved}
          label={props.label}
          actions={view.actions}
          onAct={onAct}
          hint={props.hint ?? null}
          {...(scores ? { scores } : {})}
        />
      ) : view.svg ? (
        <Picture svg={view.svg} alt={view.text} />
      ) : (
        <pre class="text-board">{view.text}</pre>
      )}
      {named.length > 0 && (
        <div
          class="row row-centre"
          role="group"
          aria-label={t("web.play.actions")}
        >
          {named.map((action) => {
            const score = scores?.get(action.name);
            const hinted = action.name === props.hint;
            return (
              <button
                key={action.name}
                type="button"
                class={`button button-plain${hinted ? " button-hinted" : ""}`}
                disabled={!onAct}
                onClick={() => onAct?.(action.name)}
              >
                {action.label}
                {score && (
                  <span class={scoreClasses("badge", score)} title={score.words}>
                    {score.text}
                  </span>
                )}
              </button>
            );
          })}
        </div>
      )}
      {view.more && <p class="soft">{t("web.play.more")}</p>}
    </div>
  );
}

/** The actions that no cell of the board means, such as a pass. */
function withoutCells(actions: readonly ActionPayload[]): ActionPayload[] {
  return actions.filter(({ cells }) => cells.length === 0);
}

/** Whether the game is steered by directions, which only a player's turn shows. */
function useSteering(view: ViewPayload): boolean {
  const steered = useRef({ game: view.game, is: false });
  if (steered.current.game !== view.game) steered.current = { game: view.game, is: false };
  if (areDirections(view.actions)) steered.current.is = true;
  return steered.current.is;
}

/** Whether the position is the one before with one more move. */
function useMoved(view: ViewPayload): boolean {
  const seen = useRef({ view, moved: false });
  if (seen.current.view !== view) {
    const before = seen.current.view;
    const same = before.game === view.game && before.moves.length === view.moves.length;
    const moved = same
      ? seen.current.moved
      : before.game === view.game && before.moves.length + 1 === view.moves.length;
    seen.current = { view, moved };
  }
  return seen.current.moved;
}

/** How the game stands, or whose turn it is. */
export function turnWords(view: ViewPayload): string {
  if (view.terminal) return view.outcome;
  return view.player < 0
    ? t("web.play.chance")
    : t("web.play.turn", { player: view.player_name });
}

/** The colour of a player. */
export function Token({ view, player }: { view: ViewPayload; player: number }) {
  return <span class={`token paint-${view.sides[player]?.paint ?? "red"}`} aria-hidden="true" />;
}

/** The points of the players so far, where they are counted. */
export function Points({ view }: { view: ViewPayload }) {
  if (view.points.length === 0) return null;
  return (
    <p class="points" aria-label={t("web.play.points")}>
      {view.points.map((points, player) => (
        <span key={player} title={view.players[player]}>
          <Token view={view} player={player} />
          <span class={view.players.length > 2 ? "soft" : "unseen"}>{view.players[player]}</span>{" "}
          {show(points)}
        </span>
      ))}
    </p>
  );
}

/** What chance may bring, for who wants to say what it does. */
export function Outcomes({ view, onAct }: { view: ViewPayload; onAct: (name: string) => void }) {
  return (
    <div class="row row-centre" role="group" aria-label={t("web.play.outcomes")}>
      {view.chances.map((chance) => (
        <Button key={chance.name} onClick={() => onAct(chance.name)}>
          {actionWord(chance.name)} <small class="soft">{percent(chance.probability)}</small>
        </Button>
      ))}
    </div>
  );
}
