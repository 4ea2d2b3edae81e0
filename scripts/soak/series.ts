/**
 * `grown` is the increase over the last half of the line fitted to it (least squares); `share` is its ratio to the
 * half's mean.
 */
export type Fit = { mean: number; most: number; grown: number; share: number };

export function fitLastHalf(values: readonly number[]): Fit {
  const half = values.slice(Math.floor(values.length / 2));
  const n = half.length;
  const mean = half.reduce((sum, y) => sum + y, 0) / n;
  const middle = (n - 1) / 2;
  const above = half.reduce((sum, y, x) => sum + (x - middle) * (y - mean), 0);
  const below = half.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
  const grown = below === 0 ? 0 : (above / below) * (n - 1);
  return { mean, most: Math.max(...half), grown, share: mean === 0 ? 0 : grown / mean };
}

/** Growth that is ignored: up to this share of the mean, or this much. */
export type Tolerance = { share: number; amount: number };

export function levelsOff({ grown, share }: Fit, tolerance: Tolerance): boolean {
  return share <= tolerance.share || grown <= tolerance.amount;
}
