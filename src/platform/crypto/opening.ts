/** Reading of what rows have sealed, where a row that does not open is still a row. */
import { EnvelopeError, type EnvelopeContext } from './envelope.ts';
import type { Envelopes } from './envelopes.ts';

/** Envelopes that are opened at once: a key provider may be a network away. */
const AT_ONCE = 20;

/** The content of an envelope; null where there is none, or none that opens. @throws the key provider's error */
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

/** Opens the envelopes of many rows, some at a time, in their order. */
export async function openAll<Row, Opened>(
  rows: readonly Row[],
  open: (row: Row) => Promise<Opened>,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (let i = 0; i < rows.length; i += AT_ONCE)
    opened.push(...(await Promise.all(rows.slice(i, i + AT_ONCE).map(open))));
  return opened;
}
