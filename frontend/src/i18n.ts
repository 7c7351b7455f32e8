/** Texts in the user's language, all from the catalogue of the Python package. */
import { Store, useStore } from "./store";

export type Texts = Readonly<Record<string, string>>;

export const texts = new Store<Texts>({});

/** The text of that id, its `{placeholders}` filled. */
export function t(id: string, details: Record<string, string | number> = {}): string {
  return fill(texts.value[id] ?? id, details);
}

/** An action in the language of the page, if it is a word that games have in common. */
export function actionWord(name: string): string {
  return texts.value[`action.${name}`] ?? name;
}

/**
 * The template with its details in place: `{games}` is a detail, and `{games|game|games}` is the
 * first form if that detail is 1, else the second (as in `adversario.base.catalogue`).
 */
export function fill(template: string, details: Record<string, string | number>): string {
  return template
    .replace(/\{(\w+)\|([^{}|]*)\|([^{}|]*)\}/g, (_, name: string, one: string, other: string) =>
      String(details[name]) === "1" ? one : other,
    )
    .replace(/\{(\w+)\}/g, (whole, name: string) =>
      name in details ? String(details[name]) : whole,
    );
}

/** Render again when the language changes. */
export function useTexts(): Texts {
  return useStore(texts);
}
