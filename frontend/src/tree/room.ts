/** What is ever written beside each node of a search: room for it is kept from the start. */
import type { Event } from "../protocol";
import { listed, show } from "../values";
import type { Room } from "./layout";

export function roomOf(events: readonly Event[], board?: Room["board"]): Room {
  const kept = new Map<number, Map<string, string>>();
  const keep = (node: number, what: string, text: string) => {
    const lines = kept.get(node) ?? new Map<string, string>();
    if (text.length > (lines.get(what)?.length ?? 0)) lines.set(what, text);
    kept.set(node, lines);
  };
  for (const { node, alpha, beta, value, stats } of events) {
    if (alpha !== undefined && alpha !== null && beta !== undefined && beta !== null)
      keep(node, "window", `[${listed([show(alpha), show(beta)])}]`);
    if (value !== undefined && value !== null) keep(node, "value", show(value));
    for (const { node: counted, n, q } of stats ?? []) {
      keep(counted, "n", `N ${n}`);
      keep(counted, "q", `Q ${show(q)}`);
    }
  }
  return { lines: (id) => [...(kept.get(id)?.values() ?? [])], board };
}
