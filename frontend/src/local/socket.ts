/**
 * What a connection needs of a WebSocket, with Python in a worker at its other end. The greeting is
 * in files, so that pages are there before Python is.
 */
import { Store } from "../store";
import type { FromPython, ToPython } from "./messages";

export type Phase = "idle" | "loading" | "starting" | "ready" | "failed";

/** How far Python is, for the page to say. */
export const phase = new Store<Phase>("idle");

const INTERRUPT = 2;
/** Milliseconds that a stopped search has to answer, before its worker is replaced. */
const PATIENCE = 1500;

interface Request {
  id: number;
  type: string;
  lang?: string;
  page?: string;
}

/** What the files of the course have: its contents, and its pages by name. */
interface CourseFile {
  contents: unknown;
  pages: Record<string, unknown>;
}

/** The requests whose answers are in files, so that pages are there before Python is. */
const FILES: Readonly<Record<string, string>> = {
  hello: "hello",
  texts: "texts",
  course: "course",
  "course.page": "course",
};

export class PythonSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private worker: Worker | null = null;
  private waiting: string[] = [];
  private running: Request | null = null;
  /** The interrupt of Python's signals, where the browser lets threads share memory. */
  private readonly interrupt =
    typeof SharedArrayBuffer === "undefined" ? null : new Uint8Array(new SharedArrayBuffer(1));

  constructor(private readonly folder: string) {
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }

  send(text: string): void {
    const request = JSON.parse(text) as Request;
    if (request.type === "cancel") this.cancel(request.id);
    else if (FILES[request.type]) void this.answerFromFile(request, text);
    else this.pass(text);
  }

  private pass(text: string): void {
    this.waiting.push(text);
    this.next();
  }

  /** Answer from the files that were made with the app; a page that is not there asks Python. */
  private async answerFromFile({ id, type, lang, page }: Request, text: string): Promise<void> {
    const answer = await fetch(`${this.folder}${FILES[type]}.${lang ?? "en"}.json`);
    const found: unknown = await answer.json();
    const course = found as CourseFile;
    const value =
      type === "course"
        ? course.contents
        : type === "course.page"
          ? course.pages[page ?? ""]
          : found;
    if (value === undefined) this.pass(text);
    else this.hear(JSON.stringify({ id, seq: 0, type: "result", value }));
  }

  private hear(data: string): void {
    this.onmessage?.({ data });
  }

  /** Give Python the next request, if it has none. */
  private next(): void {
    if (this.running || this.waiting.length === 0) return;
    if (!this.worker) this.start();
    if (phase.value !== "ready") return;
    const text = this.waiting.shift() as string;
    this.running = JSON.parse(text) as Request;
    if (this.interrupt) this.interrupt[0] = 0;
    this.tell({ kind: "message", text });
  }

  private tell(message: ToPython): void {
    this.worker?.postMessage(message);
  }

  /** Start Python, which takes a few seconds. */
  start(): void {
    if (this.worker) return;
    phase.set("loading");
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromPython>) => this.listen(data);
    worker.onerror = () => phase.set("failed");
    this.worker = worker;
    this.tell({ kind: "start", folder: this.folder, interrupt: this.interrupt });
  }

  private listen(data: FromPython): void {
    if (data.kind === "message") this.hear(data.text);
    else if (data.kind === "loaded") phase.set("starting");
    else if (data.kind === "failed") phase.set("failed");
    else {
      if (data.kind === "ready") phase.set("ready");
      else this.running = null;
      this.next();
    }
  }

  /** Stop a request: an update may still be its answer. */
  private cancel(id: number): void {
    const waits = this.waiting.findIndex((text) => (JSON.parse(text) as Request).id === id);
    if (waits >= 0) {
      this.waiting.splice(waits, 1);
      this.stopped(id);
    } else if (this.running?.id === id) {
      if (this.interrupt) this.interrupt[0] = INTERRUPT;
      const { worker } = this;
      setTimeout(() => {
        if (this.running?.id === id && this.worker === worker) this.replace(id);
      }, this.interrupt ? PATIENCE : 0);
    }
  }

  private stopped(id: number): void {
    const problem = { code: "stopped", message: "", line: null, column: null };
    this.hear(JSON.stringify({ id, seq: 1e9, type: "error", ...problem }));
  }

  /** Begin again with a new worker, as the old one does not listen. */
  private replace(id: number): void {
    this.worker?.terminate();
    this.worker = null;
    this.running = null;
    this.stopped(id);
    this.start();
  }
}
