/** Contents of messages, encrypted where the organization seals contents. The column in the clear is then empty. */
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openFor } from '../../../platform/crypto/opening.ts';
import { rewrapColumn } from '../../../platform/crypto/rewrap.ts';
import { sealedIn } from '../../../platform/db/lists/exported.ts';

function contextOf(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'message-content' };
}

/** @param message its sender is the subject whose key the envelope gets. @throws the key provider's error */
export async function sealContent(
  envelopes: Envelopes,
  { orgId, id, sender }: { orgId: string; id: string; sender: string },
  content: string,
): Promise<string> {
  return envelopes.sealSecret({ ...contextOf(orgId, id), subject: sender }, content);
}

type Stored = { id: string; content: string | null; content_envelope: string | null };

/** Returns the content of a message; null if it is deleted, or does not open. @throws the key provider's error */
export async function openContent(
  envelopes: Envelopes,
  orgId: string,
  { id, content, content_envelope: envelope }: Stored,
): Promise<string | null> {
  if (envelope === null) return content;
  return (await openFor(envelopes, contextOf(orgId, id), envelope))?.toString() ?? null;
}

/** Returns a cell of an export; null if the content does not open. @throws the key provider's error */
export async function openCell(
  envelopes: Envelopes,
  orgId: string,
  { text }: { text: string },
): Promise<string | null> {
  const cell = sealedIn(text);
  if ('clear' in cell) return cell.clear;
  const row = { id: cell.id, content: '', content_envelope: cell.envelope };
  return openContent(envelopes, orgId, row);
}

/** Moves contents of all organizations to the current key. */
export const rewrapContents = rewrapColumn(
  {
    table: 'messages',
    key: ['org_id', 'id'],
    column: 'content_envelope',
    subject: {
      column: 'participant_id',
      table: 'participants',
      key: 'id',
      subject: 'external_id',
    },
  },
  ({ org_id, id }) => contextOf(org_id, id),
);
