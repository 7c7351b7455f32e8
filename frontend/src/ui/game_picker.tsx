/** Which game, with which options: the same on every page that needs one. */
import { optionsOf, optionsText, useHello } from "../app";
import { t } from "../i18n";
import type { GameInfo, Option } from "../protocol";
import { change, type Params } from "../route";
import { Rules } from "./rules";
import { Select, TextField, Toggle } from "./widgets";

/** What must go when another game begins. */
export const FRESH = { moves: null, position: null, ply: null, step: null, lost: null };

export function GamePicker({
  game,
  params,
  games,
}: {
  game: GameInfo;
  params: Params;
  games?: readonly GameInfo[];
}) {
  return (
    <>
      <GameSelect game={game} games={games} />
      <p class="soft game-about">{game.description}</p>
      <Rules game={game} />
      {game.options.length > 0 && (
        <details class="more" open={params.options !== undefined}>
          <summary>{t("web.options")}</summary>
          <GameOptions game={game} params={params} />
        </details>
      )}
    </>
  );
}

export function GameSelect({
  game,
  games,
}: {
  game: GameInfo;
  games?: readonly GameInfo[] | undefined;
}) {
  const offered = games ?? useHello().games;
  return (
    <Select
      label={t("web.game")}
      value={game.name}
      choices={offered.map(({ name, title }) => ({ value: name, label: title }))}
      onChange={(name) =>
        change({ ...FRESH, options: null, seats: null, algorithm: null, game: name })
      }
    />
  );
}

export function GameOptions({ game, params }: { game: GameInfo; params: Params }) {
  const options = optionsOf(params.options);
  const set = (name: string, value: string) =>
    change({ ...FRESH, options: optionsText({ ...options, [name]: value }) });
  return (
    <div class="row row-end">
      {game.options.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={options[option.name] ?? option.default}
          onChange={(value) => set(option.name, value)}
        />
      ))}
    </div>
  );
}

/** The option in the visitor's language; that of a game of their own has its own name. */
function nameOf({ name }: Option): string {
  const key = `web.option_name.${name}`;
  const known = t(key);
  return known === key ? name : known;
}

/** A value that games of the package offer, in the visitor's language. */
function choiceWord(choice: string): string {
  const key = `web.choice.${choice}`;
  const known = t(key);
  return known === key ? choice : known;
}

function OptionField(props: { option: Option; value: string; onChange: (value: string) => void }) {
  const { option, value, onChange } = props;
  if (option.choices && option.kind !== "yesno")
    return (
      <Select
        label={nameOf(option)}
        value={value}
        choices={option.choices.map((choice) => ({ value: choice, label: choiceWord(choice) }))}
        onChange={onChange}
      />
    );
  if (option.kind === "yesno")
    return (
      <Toggle
        label={nameOf(option)}
        checked={value === "yes"}
        onChange={(checked) => onChange(checked ? "yes" : "no")}
      />
    );
  return (
    <TextField
      label={nameOf(option)}
      value={value}
      type={option.kind === "number" ? "number" : "text"}
      onChange={onChange}
    />
  );
}
