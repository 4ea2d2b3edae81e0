/** The texts about the screened person, encrypted where the organization seals contents. */
import type { EnvelopeContext } from '../../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { openFor } from '../../../../platform/crypto/opening.ts';
import { rewrapColumn } from '../../../../platform/crypto/rewrap.ts';
import { sealedIn } from '../../../../platform/db/lists/exported.ts';
import type { StoredQuery } from '../asked/schemas.ts';
import type { Hit } from '../schemas.ts';
import { LISTED, NO_EXPLANATION, type Content } from './schemas.ts';

/** Returns the remaining content of the columns in the clear: the rules, and the listed entries of hits. */
export function emptied({ query, hits }: Content): Content {
  const { kinds, threshold, limit } = query;
  return {
    query: { name: '', dob: null, country: null, kinds, threshold, limit },
    hits: hits.map((hit) => {
      const listed = Object.entries(hit).filter(([key]) => LISTED.some((one) => one === key));
      return { ...Object.fromEntries(listed), ...NO_EXPLANATION } as unknown as Hit;
    }),
  };
}

function contextOf(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'screening-content' };
}

/** @throws the key provider's error */
export async function sealContent(
  envelopes: Envelopes,
  { orgId, id, subjectId }: { orgId: string; id: string; subjectId: string | null },
  content: Content,
): Promise<string> {
  return envelopes.sealSecret(
    { ...contextOf(orgId, id), subject: subjectId },
    JSON.stringify(content),
  );
}

type Sealed = { id: string; content_envelope: string | null };

/** Returns null if the content is in the clear, or does not open. @throws the key provider's error */
export async function openContent(
  envelopes: Envelopes,
  orgId: string,
  { id, content_envelope: envelope }: Sealed,
): Promise<Content | null> {
  const content = await openFor(envelopes, contextOf(orgId, id), envelope);
  return content && (JSON.parse(content.toString()) as Content);
}

/** The current row: its cells follow each other, and each has the whole envelope. */
let opening: { orgId: string; text: string; content: Promise<Content | null> } | undefined;

/** Returns a content that is opened once for all cells of a row. @throws the errors of `openContent` */
function contentOnce(envelopes: Envelopes, orgId: string, row: Sealed, text: string) {
  if (opening?.orgId === orgId && opening.text === text) return opening.content;
  const content = openContent(envelopes, orgId, row);
  const own = (opening = { orgId, text, content });
  const forget = (): void => {
    if (opening === own) opening = undefined;
  };
  content.then(forget, forget);
  return content;
}

/**
 * Returns a cell of an export; null for an empty one, or if the content does not open. @throws the errors of
 * `openContent`
 */
export async function openCell(
  envelopes: Envelopes,
  orgId: string,
  { column, text }: { column: string; text: string },
): Promise<string | null> {
  const cell = sealedIn(text);
  if ('clear' in cell) return cell.clear;
  const row = { id: cell.id, content_envelope: cell.envelope };
  const content = await contentOnce(envelopes, orgId, row, text);
  if (!content) return null;
  const value = column === 'hits' ? content.hits : content.query[column as keyof StoredQuery];
  return value === undefined || value === null || typeof value === 'string'
    ? (value ?? null)
    : JSON.stringify(value);
}

/** Moves contents of all organizations to the current key. */
export const rewrapContents = rewrapColumn(
  {
    table: 'screenings',
    key: ['org_id', 'id'],
    column: 'content_envelope',
    subject: 'subject_id',
  },
  ({ org_id, id }) => contextOf(org_id, id),
);
