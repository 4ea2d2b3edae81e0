/**
 * Repeats work that takes up to `size` rows at a time until it finds fewer, or the signal aborts.
 * @param take returns how many it took
 * @returns how many in all
 */
export async function drain(
  size: number,
  signal: AbortSignal | undefined,
  take: () => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let taken = size; taken === size; total += taken) taken = signal?.aborted ? 0 : await take();
  return total;
}
