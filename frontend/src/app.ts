/** What every page shares: the connection, what the server offers, and asking it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { texts } from "./i18n";
import type { AlgorithmInfo, Exchanges, GameInfo, Hello, PlacePayload, RequestType } from "./protocol";
import { type Params, splitNames } from "./route";
import { lang } from "./settings";
import { Cancelled, Connection, RequestError } from "./socket";
import { Store, useStore } from "./store";

function tokenIn(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="token"]')?.content ?? "";
}

let token = typeof document === "undefined" ? "" : tokenIn(document);

/** The token that the server gives out now. */
async function renewToken(): Promise<void> {
  const answer = await fetch("./", { cache: "no-store" });
  token = tokenIn(new DOMParser().parseFromString(await answer.text(), "text/html")) || token;
}

function address(session: string | null): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const resumed = session ? `&session=${encodeURIComponent(session)}` : "";
  return `${scheme}://${location.host}/ws?token=${encodeURIComponent(token)}${resumed}`;
}

/** How a connection is made: the app without a server puts another one in its place. */
export const sockets = { make: (to: string): WebSocket => new WebSocket(to) };
export const connection = new Connection(address, (to) => sockets.make(to));
export const hello = new Store<Hello | null>(null);
/** Said aloud by the live region, and seen by nobody. */
export const announcement = new Store("");

export function announce(text: string): void {
  // The same words twice are said twice: a space that nobody hears tells them apart.
  announcement.set(announcement.value === text ? `${text}\u00a0` : text);
}

export function start(): void {
  connection.forgotten = () => void greet();
  connection.renew = renewToken;
  connection.connect();
  lang.watch(() => void greet());
  void greet();
}

async function greet(): Promise<void> {
  const [greeting, catalogue] = await Promise.all([
    connection.ask("hello", {}),
    connection.ask("texts", {}),
  ]);
  connection.session = greeting.session;
  texts.set(catalogue.texts);
  hello.set(greeting);
}

export function useHello(): Hello {
  const greeting = useStore(hello);
  if (!greeting) throw new Error("pages are shown after the greeting");
  return greeting;
}

export interface Answered<T> {
  readonly value: T | null;
  readonly error: RequestError | null;
  readonly loading: boolean;
}

/** The answer to a request, asked again whenever its fields change; null asks nothing. */
export function useAnswer<K extends RequestType>(
  type: K,
  fields: Exchanges[K]["request"] | null,
): Answered<Exchanges[K]["result"]> {
  const language = useStore(lang);
  const key = fields === null ? null : `${language} ${JSON.stringify(fields)}`;
  const [state, setState] = useState<Answered<Exchanges[K]["result"]>>({
    value: null,
    error: null,
    loading: key !== null,
  });
  const latest = useRef(fields);
  latest.current = fields;
  useEffect(() => {
    if (latest.current === null) {
      setState({ value: null, error: null, loading: false });
      return;
    }
    setState((before) => ({ ...before, loading: true }));
    const running = connection.run(type, latest.current);
    running.answer.then(
      (value) => setState({ value, error: null, loading: false }),
      (error: unknown) => {
        if (!(error instanceof Cancelled))
          setState({ value: null, error: asError(error), loading: false });
      },
    );
    return running.drop;
  }, [type, key]);
  return state;
}

export function asError(error: unknown): RequestError {
  return error instanceof RequestError ? error : new RequestError("error", String(error));
}

/** The options of a game as the URL has them, `rows=3,columns=4`. */
export function optionsOf(text: string | undefined): Record<string, string> {
  const options: Record<string, string> = {};
  for (const piece of (text ?? "").split(",").filter(Boolean)) {
    const at = piece.indexOf("=");
    if (at > 0) options[piece.slice(0, at)] = piece.slice(at + 1);
  }
  return options;
}

export function optionsText(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
}

/** The position that the URL names. */
export function placeOf(params: Params, game: string): PlacePayload {
  const place: PlacePayload = { game, options: optionsOf(params.options) };
  if (params.position) place.position = params.position;
  place.moves = splitNames(params.moves);
  return place;
}

export function gameOf(greeting: Hello, name: string | undefined): GameInfo {
  const [first] = greeting.games;
  const usual = first?.family === "own" ? first.name : "tictactoe";
  const found = greeting.games.find((game) => game.name === (name ?? usual)) ?? first;
  if (!found) throw new Error("the server offers no game");
  return found;
}

export function titleOf(greeting: Hello, algorithm: string): string {
  return algorithmOf(greeting, algorithm)?.title ?? algorithm;
}

export function algorithmOf(greeting: Hello, name: string): AlgorithmInfo | undefined {
  return greeting.algorithms.find((algorithm) => algorithm.name === name);
}
