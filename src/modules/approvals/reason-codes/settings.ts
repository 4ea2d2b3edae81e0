/** The codes of reasons that an organization’s people can choose. */
import { Changed } from '../../../platform/audit/audit.ts';
import {
  assertUnchanged,
  revisionOfContent,
  withRevision,
  type Seen,
} from '../../../platform/concurrency/if-match.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import type { ReasonSettings, UpdateReasons } from './schemas.ts';
import * as store from './store.ts';

type Row = Parameters<typeof store.updateReasons>[1];

const DEFAULT_CODES: ReasonSettings['codes'] = [
  { reasonCode: 'date_of_birth_differs', text: 'Date of birth differs' },
  { reasonCode: 'gender_differs', text: 'Other gender' },
  { reasonCode: 'country_differs', text: 'Other country' },
  { reasonCode: 'name_differs', text: 'Other name' },
  { reasonCode: 'number_differs', text: 'Other identity number' },
  { reasonCode: 'deceased', text: 'Listed person is deceased' },
  { reasonCode: 'weak_alias_only', text: 'Weak alias only' },
  { reasonCode: 'known_customer', text: 'Known customer, checked before' },
  { reasonCode: 'other', text: 'Other reason' },
];

/** The settings of an organization that has not changed them. */
function nothingChosen(orgId: string): Row {
  return { org_id: orgId, codes: DEFAULT_CODES, is_required: false, text_from: 95 };
}

function toReasons(row: Row): ReasonSettings {
  const shown = {
    organizationId: row.org_id,
    // The database orders the members itself.
    codes: row.codes.map(({ reasonCode, text }) => ({ reasonCode, text })),
    required: row.is_required,
    textFrom: row.text_from,
  };
  return withRevision(shown, revisionOfContent(shown));
}

export async function getReasons(db: Queryable, orgId: string): Promise<ReasonSettings> {
  return toReasons((await store.selectReasons(db, orgId)) ?? nothingChosen(orgId));
}

/** Returns the problems of codes that their schema accepts: a code may appear once. */
export function repeatedCodes({ codes = [] }: UpdateReasons): ErrorDetail[] {
  const names = codes.map(({ reasonCode }) => reasonCode);
  return names.flatMap((name, i) =>
    names.indexOf(name) === i
      ? []
      : [{ path: `codes[${i}].reasonCode`, message: 'repeats that of another code' }],
  );
}

/** Changes the codes for later reasons; stored ones keep theirs. @throws ApiError PRECONDITION_FAILED */
export async function updateReasons(
  tx: Tx,
  orgId: string,
  input: UpdateReasons,
  seen: Seen,
): Promise<Changed<ReasonSettings>> {
  const before = toReasons(await store.lockReasons(tx, nothingChosen(orgId)));
  assertUnchanged(revisionOfContent(before), seen, 'the list of codes');
  const { codes, required, textFrom } = { ...before, ...input };
  const row = { org_id: orgId, codes, is_required: required, text_from: textFrom };
  await store.updateReasons(tx, row);
  return new Changed(before, toReasons(row));
}
