import type { Registry } from 'prom-client';

/** Creates metrics once for each registry, so that several buckets of a process share them. */
export function ofRegistry<T>(make: (registry: Registry) => T): (registry: Registry) => T {
  const made = new WeakMap<Registry, T>();
  return (registry) => {
    let metrics = made.get(registry);
    if (metrics === undefined) made.set(registry, (metrics = make(registry)));
    return metrics;
  };
}
