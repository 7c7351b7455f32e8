/** Whose part of the board it is: the hands of players, and their seas. */
import { t } from "../i18n";
import type { BoardPayload } from "../protocol";

interface Props {
  board: BoardPayload;
  players: readonly string[];
  viewer: number | null;
}

export function Captions({ board, players, viewer }: Props) {
  if ((board.kind !== "cards" && board.kind !== "sea") || players.length === 0) return null;
  return (
    <div role="presentation" class="board-row">
      {players.map((name, player) => {
        const first = board.cells.find(({ owner }) => owner === player);
        return (
          first && (
            <span
              key={player}
              class="caption"
              ref={(span) => {
                span?.style.setProperty("--row", String(first.row));
                span?.style.setProperty("--column", String(first.column));
              }}
            >
              {player === viewer ? t("web.board.own", { player: name }) : name}
            </span>
          )
        );
      })}
    </div>
  );
}
