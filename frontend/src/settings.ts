/** What the user chose for every page: the language and the theme. Kept in the browser only. */
import { Store } from "./store";

export type Lang = "en" | "es";
export type Theme = "system" | "light" | "dark";

export function load<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`adversario.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(`adversario.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The first of the browser's languages that the catalogue speaks. */
export function browserLang(languages: readonly string[]): Lang {
  for (const language of languages) {
    const short = language.slice(0, 2).toLowerCase();
    if (short === "en" || short === "es") return short;
  }
  return "en";
}

const known = typeof navigator === "undefined" ? [] : navigator.languages;
export const lang = new Store<Lang>(load<Lang | null>("lang", null) ?? browserLang(known));
export const theme = new Store<Theme>(load<Theme>("theme", "system"));

export function applySettings(): void {
  const root = document.documentElement;
  const show = () => {
    root.lang = lang.value;
    if (theme.value === "system") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
  };
  lang.watch((value) => (save("lang", value), show()));
  theme.watch((value) => (save("theme", value), show()));
  show();
}
