/** Values as people write them: a true minus, ∞, and as few digits as tell them apart. */
import { lang } from "./settings";

export type Number_ = number | string;
export type Value = Number_ | Number_[];

export function show(value: Value | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return `(${listed(value.map(show))})`;
  const text = typeof value === "number" ? String(Number(value.toPrecision(4))) : value;
  const written = text
    .replace(/\d+\.\d{4,}/g, (long) => String(Number(Number(long).toPrecision(4))))
    .replace(/inf/g, "∞")
    .replace(/-(?=[\d.∞])/g, "−");
  return lang.value === "es" ? written.replace(/(\d)\.(?=\d)/g, "$1,") : written;
}

/** Numbers in a row: apart from each other even if one has a decimal comma. */
export function listed(numbers: readonly string[]): string {
  return numbers.join(numbers.some((number) => number.includes(",")) ? "; " : ", ");
}

/** A number on the line, infinities included; null for tuples and what is not known. */
export function toNumber(value: Value | null | undefined): number | null {
  if (value === null || value === undefined || Array.isArray(value)) return null;
  if (typeof value === "number") return value;
  if (/inf|∞/.test(value)) return /^[-−]/.test(value) ? -Infinity : Infinity;
  const [over = "", under] = value.split("/");
  const number = under === undefined ? Number(over) : Number(over) / Number(under);
  return Number.isNaN(number) ? null : number;
}

/** A count, with the separators of the language. */
export function count(value: number): string {
  return value.toLocaleString(lang.value, { maximumFractionDigits: 0 });
}

/** A large count in short: 1.2 million as 1.2M. */
export function short(value: number): string {
  return value.toLocaleString(lang.value, { notation: "compact", maximumFractionDigits: 1 });
}

export function seconds(value: number): string {
  const digits = value < 10 ? 2 : 1;
  return `${value.toLocaleString(lang.value, { maximumFractionDigits: digits })} s`;
}

export function percent(value: Number_): string {
  const number = toNumber(value) ?? 0;
  return number.toLocaleString(lang.value, { style: "percent", maximumFractionDigits: 1 });
}

/** Whether a search is shown simulation by simulation. */
export function simulates(algorithm: string | null): boolean {
  return algorithm === "mcts" || algorithm === "ismcts";
}
