/** A value that components watch: the whole of the app's shared state is a few of these. */
import { useEffect, useState } from "preact/hooks";

export class Store<T> {
  private watchers = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const watcher of [...this.watchers]) watcher(value);
  }

  watch(watcher: (value: T) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}

/** The store's value; the component renders again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.value);
  useEffect(() => {
    setValue(() => store.value);
    return store.watch((next) => setValue(() => next));
  }, [store]);
  return value;
}
