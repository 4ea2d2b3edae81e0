/** Titles that people give to searches, encrypted because they may name a person. */
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll, openFor } from '../../../platform/crypto/opening.ts';
import { rewrapColumn } from '../../../platform/crypto/rewrap.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';
import * as store from './store.ts';

function contextOf(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'screening-title' };
}

/** Encrypts a title, outside of transactions. @throws ApiError SERVICE_DISABLED; the key provider's error */
export async function sealTitle(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  id: string,
  title: string | null,
): Promise<string | null> {
  if (title === null) return null;
  const subject = () => store.selectSubject(db, orgId, id);
  const envelope = await envelopes.seal({ ...contextOf(orgId, id), subject }, title);
  if (envelope === null)
    throw new ApiError(
      'SERVICE_DISABLED',
      'this installation stores no personal data (ORIKI_KMS=none), so searches have no titles',
    );
  return envelope;
}

/** Sets or removes the title of a screening. @throws ApiError NOT_FOUND */
export async function setTitle(
  tx: Tx,
  orgId: string,
  id: string,
  envelope: string | null,
): Promise<{ screeningId: string; hasTitle: boolean }> {
  await found(
    'screening',
    isId(SCREENING_PREFIX, id) && store.updateTitle(tx, orgId, id, envelope),
  );
  return { screeningId: id, hasTitle: envelope !== null };
}

/** @throws the key provider's error */
export async function openTitle(
  envelopes: Envelopes,
  orgId: string,
  { id, title_envelope: envelope }: { id: string; title_envelope: string | null },
): Promise<string | null> {
  const title = await openFor(envelopes, contextOf(orgId, id), envelope);
  return title?.toString() ?? null;
}

/** Returns the titles of these screenings, if they have one. @throws the key provider's error */
export async function screeningTitles(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await store.selectTitles(db, orgId, ids);
  return new Map(
    await openAll(rows, async (row): Promise<[string, string | null]> => [
      row.id,
      await openTitle(envelopes, orgId, row),
    ]),
  );
}

/** Moves titles of all organizations to the current key. */
export const rewrapTitles = rewrapColumn(
  {
    table: 'screenings',
    key: ['org_id', 'id'],
    column: 'title_envelope',
    subject: 'subject_id',
  },
  ({ org_id, id }) => contextOf(org_id, id),
);
