/** Reads sealed values of rows. A row is returned even if its value does not open. */
import { EnvelopeError, type EnvelopeContext } from './envelope.ts';
import type { Envelopes } from './envelopes.ts';

/** The number of envelopes that are opened at once. A key provider may be across a network. */
const AT_ONCE = 20;

/**
 * Returns the content of an envelope; null if there is none, or it does not open. @throws the key provider's error
 */
export async function openFor(
  envelopes: Envelopes,
  context: EnvelopeContext,
  envelope: string | null,
): Promise<Buffer | null> {
  if (envelope === null) return null;
  try {
    return await envelopes.open(context, envelope);
  } catch (error) {
    if (error instanceof EnvelopeError) return null;
    throw error;
  }
}

/** Opens the envelopes of many rows, some at a time, and returns them in order. */
export async function openAll<Row, Opened>(
  rows: readonly Row[],
  open: (row: Row) => Promise<Opened>,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (let i = 0; i < rows.length; i += AT_ONCE)
    opened.push(...(await Promise.all(rows.slice(i, i + AT_ONCE).map(open))));
  return opened;
}
