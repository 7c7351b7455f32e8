/** The position of the node that a step is about, at the size of a panel. */
import { useAnswer } from "../app";
import { Position, turnWords } from "../board/position";
import { t } from "../i18n";
import type { PlaceOrTree } from "../protocol";
import { Panel } from "../ui/widgets";
import { actionsTo } from "./boards";
import type { Run } from "./explorer";

export function PositionPanel(props: { run: Run; step: number; place: PlaceOrTree }) {
  const { run, step, place } = props;
  const { game, tree: _, ...rest } = place;
  const actions = actionsTo(run.tree, run.replay.at(step).current);
  const moves = [...(place.moves ?? []), ...actions];
  const { value } = useAnswer("view", game ? { ...rest, game, moves } : null);
  if (!value) return null;
  return (
    <Panel title={t("web.explore.position")} class="panel-position">
      <Position view={{ ...value, actions: [] }} label={t("web.explore.position")} />
      <p class="soft">{turnWords(value)}</p>
    </Panel>
  );
}
