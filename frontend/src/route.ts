/** Where the user is: a page and its parameters, all of it in the part of the URL behind the #. */
import { Store } from "./store";

export type Params = Readonly<Record<string, string>>;

export interface Route {
  readonly page: string;
  readonly params: Params;
}

export const PAGES = [
  "home",
  "course",
  "play",
  "explore",
  "analyse",
  "trees",
  "exercises",
  "compare",
  "maps",
  "matrix",
] as const;

/** Names in a list are joined by `~`, which is escaped inside them. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => encodeURIComponent(name).replace(/~/g, "%7E")).join("~");
}

export function splitNames(text: string | undefined): string[] {
  return text ? text.split("~").map(decode) : [];
}

export function parseHash(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const params: Record<string, string> = {};
  for (const piece of query.split("&").filter(Boolean)) {
    const at = piece.indexOf("=");
    const name = at < 0 ? piece : piece.slice(0, at);
    params[decode(name)] = at < 0 ? "" : decode(piece.slice(at + 1));
  }
  return { page: path || "home", params };
}

export function toHash(page: string, params: Record<string, string | null | undefined>): string {
  const query = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? "")}`)
    .join("&");
  return `#/${page}${query ? `?${query}` : ""}`;
}

export const route = new Store<Route>(
  parseHash(typeof location === "undefined" ? "" : location.hash),
);

/** Go to a page, leaving the present one in the browser's history. */
export function go(page: string, params: Record<string, string | null | undefined> = {}): void {
  history.pushState(null, "", toHash(page, params));
  route.set(parseHash(location.hash));
}

/** Change parameters of this page; null takes one away. */
export function change(
  changes: Record<string, string | null | undefined>,
  { keep = false }: { keep?: boolean } = {},
): void {
  const { page, params } = route.value;
  const hash = toHash(page, { ...params, ...changes });
  if (hash === location.hash) return;
  if (keep) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
  route.set(parseHash(hash));
}

export function listenToUrl(): void {
  addEventListener("popstate", () => route.set(parseHash(location.hash)));
  addEventListener("hashchange", () => route.set(parseHash(location.hash)));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
