/** The rules of a game and where it comes from, one press away. */
import { t, useTexts } from "../i18n";
import type { GameInfo } from "../protocol";

/** Nothing for a game of the visitor's own, whose description says it. */
export function Rules({ game }: { game: GameInfo }) {
  const known = useTexts();
  if (known[`web.rules.${game.name}`] === undefined) return null;
  return (
    <details class="more rules">
      <summary>{t("web.rules")}</summary>
      <div class="stack-tight">
        <p>{t(`web.rules.${game.name}`)}</p>
        <p>
          <strong>{t("web.origin")}</strong> {t(`web.origin.${game.name}`)}
        </p>
        {game.page && (
          <p>
            <a href={game.page}>{t("web.rules.more")}</a>
          </p>
        )}
      </div>
    </details>
  );
}
