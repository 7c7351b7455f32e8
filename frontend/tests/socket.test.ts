import { beforeEach, describe, expect, it, vi } from "vitest";
import { Cancelled, Connection } from "../src/socket";

/** A socket whose other end is the test. */
class Pretended {
  static made: Pretended[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor(readonly address: string) {
    Pretended.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  accept(): void {
    this.readyState = 1;
    this.onopen();
  }

  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  drop(): void {
    this.readyState = 3;
    this.onclose();
  }
}

function connected(): [Connection, Pretended] {
  const connection = new Connection(
    (session) => `ws://here/${session ?? ""}`,
    (address) => new Pretended(address) as unknown as WebSocket,
  );
  connection.connect();
  const socket = latest();
  socket.accept();
  return [connection, socket];
}

function latest(): Pretended {
  const socket = Pretended.made[Pretended.made.length - 1];
  if (!socket) throw new Error("no socket was made");
  return socket;
}

describe("the connection", () => {
  beforeEach(() => {
    Pretended.made = [];
    vi.useFakeTimers();
  });

  it("brings answers to their requests", async () => {
    const [connection, socket] = connected();
    const [a, b] = [connection.ask("texts", {}), connection.ask("hello", {})];
    socket.say({ id: 2, seq: 0, type: "result", value: { session: "s" } });
    socket.say({ id: 1, seq: 0, type: "result", value: { lang: "en" } });
    expect(await a).toEqual({ lang: "en" });
    expect(await b).toEqual({ session: "s" });
  });

  it("hands on updates once each, in order", async () => {
    const [connection, socket] = connected();
    const heard: unknown[] = [];
    const running = connection.run("analyse", { game: "nim" }, (value) => heard.push(value));
    for (const seq of [0, 1, 1, 0, 2]) socket.say({ id: 1, seq, type: "update", value: seq });
    socket.say({ id: 1, seq: 3, type: "result", value: "end" });
    expect(await running.answer).toBe("end");
    expect(heard).toEqual([0, 1, 2]);
  });

  it("rejects with the server's words", async () => {
    const [connection, socket] = connected();
    const answer = connection.ask("tree.check", { text: "(" });
    socket.say({ id: 1, seq: 0, type: "error", code: "tree", message: "no", line: 1, column: 2 });
    await expect(answer).rejects.toMatchObject({ code: "tree", message: "no", column: 2 });
  });

  it("stops, and drops without a further word", async () => {
    const [connection, socket] = connected();
    const running = connection.run("analyse", { game: "nim" });
    running.stop();
    expect(socket.sent[1]).toEqual({ type: "cancel", id: 1 });
    running.drop();
    await expect(running.answer).rejects.toBeInstanceOf(Cancelled);
  });

  it("comes back, tells what it has seen, and hears the rest", async () => {
    const [connection, socket] = connected();
    connection.session = "s1";
    const heard: unknown[] = [];
    const running = connection.run("analyse", { game: "nim" }, (value) => heard.push(value));
    socket.say({ id: 1, seq: 0, type: "update", value: "first" });
    socket.drop();
    expect(connection.state.value).toBe("lost");
    vi.advanceTimersByTime(300);
    const again = latest();
    expect(again.address).toBe("ws://here/s1");
    again.accept();
    expect(again.sent).toEqual([{ type: "resume", seen: { "1": 0 } }]);
    again.say({ id: 1, seq: 0, type: "update", value: "first" });
    again.say({ id: 1, seq: 1, type: "result", value: "rest" });
    expect(await running.answer).toBe("rest");
    expect(heard).toEqual(["first"]);
  });

  it("asks again where the server has forgotten", async () => {
    const [connection, socket] = connected();
    connection.session = "s1";
    const greeted = vi.fn();
    connection.forgotten = greeted;
    const answer = connection.ask("view", { game: "nim" });
    socket.drop();
    vi.advanceTimersByTime(300);
    const again = latest();
    again.accept();
    again.say({ type: "expired" });
    expect(greeted).toHaveBeenCalledOnce();
    expect(again.sent[1]).toMatchObject({ id: 1, type: "view", game: "nim" });
    again.say({ id: 1, seq: 0, type: "result", value: "view" });
    expect(await answer).toBe("view");
  });

  it("asks for a new token once it is refused", async () => {
    const [connection, socket] = connected();
    const renewed = vi.fn(() => Promise.resolve());
    connection.renew = renewed;
    socket.drop();
    await vi.advanceTimersByTimeAsync(300);
    expect(renewed).not.toHaveBeenCalled();
    latest().drop();
    await vi.advanceTimersByTimeAsync(600);
    expect(renewed).toHaveBeenCalledOnce();
    expect(Pretended.made.length).toBe(3);
  });

  it("waits longer and longer for a server that is gone", () => {
    const [, socket] = connected();
    socket.drop();
    for (let times = 0; times < 12; times++) {
      vi.advanceTimersByTime(5000);
      latest().drop();
    }
    const made = Pretended.made.length;
    vi.advanceTimersByTime(4000);
    expect(Pretended.made.length).toBe(made);
    vi.advanceTimersByTime(1001);
    expect(Pretended.made.length).toBe(made + 1);
  });
});
