import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { withRange } from '../../../platform/calendar/iso-time.ts';
import { found } from '../../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import { shownOf } from '../../../matching/index.ts';
import { lastWithdrawal, withdrawalFrom } from '../../identity/index.ts';
import type { ScreeningQuery, ScreeningSummary, StoredScreening } from './schemas.ts';
import { openContent } from '../screen/content/content.ts';
import type { Content } from '../screen/content/schemas.ts';
import type { StoredQuery } from '../screen/asked/schemas.ts';
import { SCREENING_PREFIX, type Hit, type Outcome } from '../screen/schemas.ts';
import { selectListVersion } from '../screen/checked/store.ts';
import { openTitle } from './titles.ts';
import { selectOutcomes, selectScreening, selectScreenings, type ScreeningRow } from './store.ts';

type SummaryRow = Pick<
  ScreeningRow,
  | 'id'
  | 'screened_at'
  | 'list_version'
  | 'outcome'
  | 'subject_id'
  | 'query'
  | 'title_envelope'
  | 'content_envelope'
> & { consent_withdrawn_at: Date | null };

function withdrawalIn(orgId: string) {
  return lastWithdrawal(orgId, 'screenings.subject_id');
}

async function common(
  envelopes: Envelopes,
  orgId: string,
  row: SummaryRow,
  content: Content | null,
) {
  const { federated, checked, identifiers, ...query } =
    content?.query ?? (row.query as StoredQuery);
  return {
    screeningId: row.id,
    screenedAt: row.screened_at.toISOString(),
    listVersion: row.list_version,
    outcome: row.outcome as Outcome,
    subjectId: row.subject_id,
    ...withdrawalFrom(row.consent_withdrawn_at),
    title: await openTitle(envelopes, orgId, row),
    query: { ...query, ...(identifiers && { identifiers: shownOf(identifiers) }) },
    ...(federated && { federated }),
    ...(checked && { checked }),
  };
}

/** Returns a screening as it was answered, even if its lists and entries were deleted. @throws ApiError NOT_FOUND */
export async function getScreening(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  id: string,
): Promise<StoredScreening> {
  const row = await found(
    'screening',
    isId(SCREENING_PREFIX, id) && selectScreening(db, orgId, id, withdrawalIn(orgId)),
  );
  const lists = await selectListVersion(db, orgId, row.list_version);
  const content = await openContent(envelopes, orgId, row);
  const shown = await common(envelopes, orgId, row, content);
  const hits = content?.hits ?? (row.hits as unknown as Hit[]);
  return { ...shown, ...(lists && { lists }), hits };
}

/** Newest first. */
export async function listScreenings(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  query: ScreeningQuery,
) {
  const page = appliedPage(query);
  const { rows, ...part } = await selectScreenings(
    db,
    orgId,
    withRange(query),
    page,
    withdrawalIn(orgId),
  );
  const items = await openAll(rows, async (row): Promise<ScreeningSummary> => ({
    ...(await common(envelopes, orgId, row, await openContent(envelopes, orgId, row))),
    hitCount: row.hit_count,
  }));
  return toPage(items, part, page);
}

/** Returns the outcomes of the given screenings, if they exist. */
export function screeningStates(db: Queryable, orgId: string, ids: readonly string[]) {
  return selectOutcomes(db, orgId, ids);
}
