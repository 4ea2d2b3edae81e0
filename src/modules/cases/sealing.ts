import { EnvelopeError, type EnvelopeContext } from '../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { ApiError } from '../../platform/errors/index.ts';

type Kind = 'case-note' | 'case-file' | 'case-content';

/** Envelopes that are opened at once: a key provider may be a network away. */
const AT_ONCE = 20;

export function caseContext(orgId: string, id: string, kind: Kind): EnvelopeContext {
  return { orgId, id, kind };
}

/** Seals what somebody writes or attaches. @throws ApiError SERVICE_DISABLED where no personal data is stored */
export async function sealFor(
  envelopes: Envelopes,
  context: EnvelopeContext,
  content: string | Buffer,
): Promise<string> {
  const envelope = await envelopes.seal(context, content);
  if (envelope === null)
    throw new ApiError(
      'SERVICE_DISABLED',
      'this installation stores no personal data (ORIKI_KMS=none), so cases have no notes and files',
    );
  return envelope;
}

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
