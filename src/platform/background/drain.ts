/**
 * Repeats work that takes up to `size` rows at a time until it finds fewer, or the signal aborts.
 * @param take returns the number of rows that it took
 * @returns the total number
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
