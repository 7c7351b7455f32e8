/**
 * Results as a short code that a teacher's page checks without asking anybody.
 *
 * The code is the results as text in base64 and a check of 32 bits. The check finds typing errors
 * and careless changes; it is no signature, for whoever has this page can compute it.
 */

export interface Results {
  readonly kind: "exercises" | "course";
  /** The name of the class, as its link had it. */
  readonly group: string;
  readonly name: string;
  readonly topic: string;
  readonly difficulty: string;
  /** By exercise or page, a digit for each question: 0 is not solved, else the attempts needed. */
  readonly marks: Readonly<Record<string, string>>;
}

const HEAD = "ADV1";
const SALT = "adversario results";

export function encode(results: Results): string {
  const { kind, group, name, topic, difficulty, marks } = results;
  const listed = Object.entries(marks).map(([item, digits]) => `${item}:${digits}`);
  const text = [kind, group, name, topic, difficulty, listed.join(",")].map(clean).join("\n");
  const body = toBase64(new TextEncoder().encode(text));
  return `${HEAD}.${body}.${checkOf(body)}`;
}

/** The results of a code; null if it is none, or was changed. */
export function decode(code: string): Results | null {
  const [head, body = "", check] = code.trim().split(".");
  if (head !== HEAD || check !== checkOf(body)) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(fromBase64(body));
    const [kind, group = "", name = "", topic = "", difficulty = "", listed = ""] = text.split("\n");
    if (kind !== "exercises" && kind !== "course") return null;
    const marks: Record<string, string> = {};
    for (const piece of listed.split(",").filter(Boolean)) {
      const found = /^([\w-]+):([0-9]+)$/.exec(piece);
      if (!found) return null;
      marks[found[1] ?? ""] = found[2] ?? "";
    }
    return { kind, group, name, topic, difficulty, marks };
  } catch {
    return null;
  }
}

/** The codes in a text, wherever they are in it. */
export function codesIn(text: string): string[] {
  return text.match(/ADV1\.[\w-]*\.\w*/g) ?? [];
}

/** How many were solved, how many at the first attempt, and of how many. */
export function countMarks({ marks }: Results): { right: number; first: number; of: number } {
  const digits = [...Object.values(marks).join("")];
  return {
    right: digits.filter((each) => each !== "0").length,
    first: digits.filter((each) => each === "1").length,
    of: digits.length,
  };
}

function clean(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** FNV-1a of 32 bits, in seven digits to the base 36. */
function checkOf(body: string): string {
  let hash = 0x811c9dc5;
  for (const letter of SALT + body) {
    hash ^= letter.charCodeAt(0);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash.toString(36).padStart(7, "0");
}

function toBase64(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
