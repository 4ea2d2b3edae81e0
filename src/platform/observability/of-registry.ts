import type { Registry } from 'prom-client';

/** Metrics that a registry has once, whoever asks for them: those of a process with several buckets are one. */
export function ofRegistry<T>(make: (registry: Registry) => T): (registry: Registry) => T {
  const made = new WeakMap<Registry, T>();
  return (registry) => {
    let metrics = made.get(registry);
    if (metrics === undefined) made.set(registry, (metrics = make(registry)));
    return metrics;
  };
}
