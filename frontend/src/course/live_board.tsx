/** A board in the text: the reader plays for all sides, or against a player. */
import { useEffect, useState } from "preact/hooks";
import { asError, connection, useAnswer, useHello } from "../app";
import { Outcomes, Position, Token, turnWords } from "../board/position";
import { t } from "../i18n";
import type { LivePayload } from "../protocol";
import { joinNames, toHash } from "../route";
import type { RequestError } from "../socket";
import { Button, Problem, Waiting } from "../ui/widgets";
import { gamePlace, movesOf } from "./place";

export function BoardBlock({ live }: { live: LivePayload }) {
  const { games } = useHello();
  const place = gamePlace(live.fields);
  const start = movesOf(live.fields);
  const [moves, setMoves] = useState<readonly string[]>(start);
  const { value: view, error } = useAnswer("view", { ...place, moves: [...moves] });
  const against = live.fields.against;
  const waiting = useReply(against, view && !view.terminal ? view.player : 0, place, moves, setMoves);
  const title = games.find(({ name }) => name === place.game)?.title ?? place.game;
  if (error && !view) return <Problem error={error} />;
  if (!view) return <Waiting />;
  const mine = !view.terminal && !(against && view.player !== 0);
  const act = (name: string) => setMoves([...view.moves, name]);
  return (
    <div class="live-stage">
      <p class="status-words" role="status">
        {view.player >= 0 && !view.terminal && <Token view={view} player={view.player} />}
        {turnWords(view)}
      </p>
      <Position
        view={view}
        label={t("web.play.board", { game: title })}
        onAct={mine ? act : undefined}
      />
      {view.chances.length > 0 && !against && <Outcomes view={view} onAct={act} />}
      <Problem error={waiting} />
      <div class="row row-centre">
        <Button
          icon="undo"
          disabled={moves.length <= start.length}
          onClick={() => setMoves(moves.slice(0, against ? -2 : -1))}
        >
          {t("web.play.undo")}
        </Button>
        <Button icon="plus" disabled={moves.length === start.length} onClick={() => setMoves(start)}>
          {t("web.course.again")}
        </Button>
        <a
          class="button button-quiet"
          href={toHash("play", {
            game: place.game,
            options: (live.fields.game ?? "").split(":")[1] ?? null,
            moves: joinNames(moves),
          })}
        >
          {t("web.course.open")}
        </a>
      </div>
    </div>
  );
}

/** The move of the automatic player, or of chance, whenever it is due. */
function useReply(
  player: string | undefined,
  mover: number,
  place: ReturnType<typeof gamePlace>,
  moves: readonly string[],
  play: (moves: readonly string[]) => void,
): RequestError | null {
  const [error, setError] = useState<RequestError | null>(null);
  const due = player !== undefined && mover !== 0;
  useEffect(() => {
    if (!due) return;
    const asked = { ...place, moves: [...moves], player, time: 0.5, seed: moves.length };
    const running = connection.run("move", asked);
    running.answer.then(
      ({ action }) => play([...moves, action]),
      (failure: unknown) => setError(asError(failure)),
    );
    return running.drop;
  }, [due, moves]);
  return due && error?.code !== "cancelled" ? error : null;
}
