/** Random numbers that depend only on a seed: for tests and samples, never for secrets. */
export type Random = {
  /** Returns a whole number from 0, below `limit`. */
  below: (limit: number) => number;
  /** Returns true in one of `n` cases. */
  oneIn: (n: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  shuffled: <T>(items: readonly T[]) => T[];
};

export function randomFrom(seed: number): Random {
  let state = seed;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    oneIn: (n) => below(n) === 0,
    pick: (from) => from[below(from.length)]!,
    shuffled(items) {
      const left = [...items];
      // Fisher and Yates
      for (let i = left.length - 1; i > 0; i -= 1) {
        const j = below(i + 1);
        [left[i], left[j]] = [left[j]!, left[i]!];
      }
      return left;
    },
  };
}
