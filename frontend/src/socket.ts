/**
 * The one connection to the server: requests, streams, cancelling, and taking up again where a
 * dropped connection left off.
 *
 * A request is answered by any number of `update` messages and one `result` or `error`. Every
 * message carries the id of its request and a number, so after a drop the client tells which ones
 * it has seen, and the server sends the rest. Where the server has forgotten the session, requests
 * still open are sent again: none of them changes anything there.
 */
import type { Exchanges, RequestType } from "./protocol";
import { lang } from "./settings";
import { Store } from "./store";

export type ConnectionState = "connecting" | "open" | "lost";

export class RequestError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly line: number | null = null,
    readonly column: number | null = null,
  ) {
    super(message);
  }
}

/** Thrown into a request that its own page gave up. */
export class Cancelled extends RequestError {
  constructor() {
    super("cancelled", "cancelled");
  }
}

export interface Running<T> {
  readonly answer: Promise<T>;
  /** Ask the server to stop; a search still answers with what it has, anything else is dropped. */
  stop(): void;
  /** Stop, and never hear of it again. */
  drop(): void;
}

interface Open {
  message: Record<string, unknown>;
  seen: number;
  update: ((value: unknown) => void) | undefined;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

interface Incoming {
  id?: number;
  seq?: number;
  type: string;
  value?: unknown;
  code?: string;
  message?: string;
  line?: number | null;
  column?: number | null;
  ids?: number[];
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

export class Connection {
  readonly state = new Store<ConnectionState>("connecting");
  session: string | null = null;
  /** Called when the server no longer knows the session, so that a new one is asked for. */
  forgotten: () => void = () => undefined;
  /** Called before another try when one was refused: a server that was restarted has a new token. */
  renew: (() => Promise<void>) | null = null;
  private socket: WebSocket | null = null;
  private open = new Map<number, Open>();
  private next = 1;
  private wait = FIRST_WAIT;

  constructor(
    private readonly address: (session: string | null) => string,
    private readonly make: (address: string) => WebSocket = (to) => new WebSocket(to),
  ) {}

  connect(): void {
    const resuming = this.session;
    const socket = this.make(this.address(resuming));
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.wait = FIRST_WAIT;
      if (resuming) socket.send(JSON.stringify({ type: "resume", seen: this.seen() }));
      else for (const request of this.open.values()) this.send(request);
      this.state.set("open");
    };
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Incoming);
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.state.set("lost");
      const again = () => this.connect();
      const renewed = () => void this.renew?.().then(again, again);
      setTimeout(opened || !this.renew ? again : renewed, this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** Send a request; `update` hears what a streaming one says on its way. */
  run<K extends RequestType>(
    type: K,
    fields: Exchanges[K]["request"],
    update?: (value: Exchanges[K]["update"]) => void,
  ): Running<Exchanges[K]["result"]> {
    const id = this.next++;
    const answer = new Promise<Exchanges[K]["result"]>((resolve, reject) => {
      const request: Open = {
        message: { id, type, lang: lang.value, ...fields },
        seen: -1,
        update: update as ((value: unknown) => void) | undefined,
        resolve: resolve as (value: unknown) => void,
        reject,
      };
      this.open.set(id, request);
      if (this.socket?.readyState === 1) this.send(request);
    });
    const stop = () => {
      if (this.open.has(id) && this.socket?.readyState === 1)
        this.socket.send(JSON.stringify({ type: "cancel", id }));
    };
    const drop = () => {
      stop();
      const request = this.open.get(id);
      this.open.delete(id);
      answer.catch(() => undefined);
      request?.reject(new Cancelled());
    };
    return { answer, stop, drop };
  }

  ask<K extends RequestType>(
    type: K,
    fields: Exchanges[K]["request"],
  ): Promise<Exchanges[K]["result"]> {
    return this.run(type, fields).answer;
  }

  private send(request: Open): void {
    request.seen = -1;
    this.socket?.send(JSON.stringify(request.message));
  }

  private seen(): Record<string, number> {
    const seen: Record<string, number> = {};
    for (const [id, request] of this.open) seen[id] = request.seen;
    return seen;
  }

  private receive(message: Incoming): void {
    if (message.type === "expired") {
      this.session = null;
      for (const request of this.open.values()) this.send(request);
      this.forgotten();
      return;
    }
    if (message.type === "resend") {
      for (const id of message.ids ?? []) {
        const request = this.open.get(id);
        if (request) this.send(request);
      }
      return;
    }
    const request = message.id === undefined ? undefined : this.open.get(message.id);
    if (!request || message.id === undefined) return;
    const seq = message.seq ?? request.seen + 1;
    if (seq <= request.seen) return;
    request.seen = seq;
    if (message.type === "update") {
      request.update?.(message.value);
      return;
    }
    this.open.delete(message.id);
    if (message.type === "result") request.resolve(message.value);
    else
      request.reject(
        new RequestError(
          message.code ?? "error",
          message.message ?? message.type,
          message.line ?? null,
          message.column ?? null,
        ),
      );
  }
}
