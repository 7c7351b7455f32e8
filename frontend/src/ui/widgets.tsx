/** The small pieces that all pages are built from. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { t } from "../i18n";
import type { RequestError } from "../socket";
import { Icon, type IconName } from "./icons";

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
  /** Choices of a group follow each other below its name. */
  readonly group?: string;
}

export function Select(props: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
  compact?: boolean;
}) {
  const id = useId();
  return (
    <div class={props.compact ? "field field-compact" : "field"}>
      <label for={id}>{props.label}</label>
      <select
        id={id}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      >
        {groupsOf(props.choices).map(([group, choices]) =>
          group === undefined ? (
            choices.map(optionOf)
          ) : (
            <optgroup key={group} label={group}>
              {choices.map(optionOf)}
            </optgroup>
          ),
        )}
      </select>
    </div>
  );
}

function optionOf(choice: Choice) {
  return (
    <option key={choice.value} value={choice.value} disabled={choice.disabled ?? false}>
      {choice.label}
    </option>
  );
}

function groupsOf(choices: readonly Choice[]): [string | undefined, Choice[]][] {
  const groups = new Map<string | undefined, Choice[]>();
  for (const choice of choices)
    groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups];
}

export function TextField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "number";
  min?: number;
  max?: number;
  wide?: boolean;
}) {
  const id = useId();
  return (
    <div class={props.wide ? "field field-wide" : "field"}>
      <label for={id}>{props.label}</label>
      {props.type === "number" ? (
        <input
          id={id}
          type="number"
          value={props.value}
          min={props.min}
          max={props.max}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      ) : (
        <input
          id={id}
          value={props.value}
          spellcheck={false}
          autocomplete="off"
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

export function Toggle(props: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}

export function Button(props: {
  children?: ComponentChildren;
  icon?: IconName;
  label?: string;
  kind?: "primary" | "plain" | "quiet";
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
  shortcut?: string;
}) {
  const kind = props.kind ?? "plain";
  const only = props.icon && !props.children;
  return (
    <button
      type="button"
      class={`button button-${kind}${only ? " button-icon" : ""}`}
      disabled={props.disabled}
      aria-label={only ? props.label : undefined}
      aria-pressed={props.pressed}
      aria-keyshortcuts={props.shortcut}
      title={props.label}
      onClick={props.onClick}
    >
      {props.icon && <Icon name={props.icon} />}
      {props.children && <span>{props.children}</span>}
    </button>
  );
}

/** One of a few, all in view. */
export function Segments(props: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend>{props.label}</legend>
      {props.choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === props.value}
            disabled={choice.disabled ?? false}
            onChange={() => props.onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Problem({ error }: { error: RequestError | null }) {
  if (!error) return null;
  return (
    <p class="problem" role="alert">
      <Icon name="warning" />
      <span>{error.message}</span>
    </p>
  );
}

/** Names with figures below them. */
export function Figures({ of }: { of: readonly (readonly [string, string])[] }) {
  return (
    <dl class="figures">
      {of.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Waiting({ text }: { text?: string }) {
  return (
    <p class="waiting" role="status">
      <span class="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {text ?? t("web.waiting")}
    </p>
  );
}

export function Panel(props: { title: string; children: ComponentChildren; class?: string }) {
  const id = useId();
  return (
    <section class={`panel ${props.class ?? ""}`} aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** A page opens with its name and a sentence about what can be done on it. */
export function Heading({ title, lead }: { title: string; lead: string }) {
  return (
    <header class="heading">
      <h1>{title}</h1>
      <p>{lead}</p>
    </header>
  );
}
