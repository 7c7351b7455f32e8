/** What the reader has answered: kept in this browser, and nowhere else. */
import { load, save } from "../settings";
import { Store } from "../store";

/** By page, the questions that were answered: whether right, and after how many wrong answers. */
export type Answers = Readonly<Record<string, Readonly<Record<string, Answered>>>>;

export interface Answered {
  readonly right: boolean;
  readonly tries: number;
}

export const answers = new Store<Answers>(load<Answers>("course", {}));

/** A right answer stays right; a wrong one counts. */
export function keepAnswer(page: string, question: number, right: boolean): void {
  const before = answerOf(page, question);
  if (before?.right) return;
  const now = { right, tries: (before?.tries ?? 0) + (right ? 0 : 1) };
  const next = { ...answers.value, [page]: { ...answers.value[page], [question]: now } };
  answers.set(next);
  save("course", next);
}

export function answerOf(page: string, question: number): Answered | undefined {
  return answers.value[page]?.[question];
}

/** How many questions of a page were answered right. */
export function rightOn(page: string, all: Answers): number {
  return Object.values(all[page] ?? {}).filter(({ right }) => right).length;
}

export function forgetAnswers(): void {
  answers.set({});
  save("course", {});
}
