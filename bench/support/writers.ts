/** Callers that each create lists of an organization, one list after the other, while its bucket changes. */
export type Writers = {
  acknowledged: Set<string>;
  /** Returns the longest time without an acknowledged write since the last call, in milliseconds. */
  gapMs: () => number;
  /** @returns answers by status, and the longest answer */
  stop: () => Promise<{ answers: string; longestMs: number }>;
};

export function startWriters(url: string, key: string, callers: number): Writers {
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  const state = { stopped: false, lastMs: performance.now(), gapMs: 0, longestMs: 0 };
  const caller = async (name: number): Promise<void> => {
    for (let n = 0; !state.stopped; n += 1) {
      const began = performance.now();
      const answer = await fetch(`${url}/api/v1/fraud/lists`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({
          source: `s-${name}-${n}`,
          name: 'Bench',
          kind: 'tenant_allowlist',
        }),
      });
      const body = (await answer.json()) as { data: { id: string } };
      const now = performance.now();
      state.longestMs = Math.max(state.longestMs, now - began);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status !== 201) continue;
      acknowledged.add(body.data.id);
      state.gapMs = Math.max(state.gapMs, now - state.lastMs);
      state.lastMs = now;
    }
  };
  const all = Promise.all(Array.from({ length: callers }, (_, i) => caller(i)));
  return {
    acknowledged,
    gapMs() {
      const { gapMs } = state;
      state.gapMs = 0;
      return gapMs;
    },
    async stop() {
      state.stopped = true;
      await all;
      const answers = [...statuses].map(([status, n]) => `${n} × ${status}`).join(', ');
      return { answers, longestMs: state.longestMs };
    },
  };
}
