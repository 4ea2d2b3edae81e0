import type { Queryable } from '../../../platform/db/database.ts';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { type IdentifierTrace, MOST_IDENTIFIERS } from '../../../matching/index.ts';
import type { EnrolSubject } from './schemas.ts';
import * as store from './store.ts';

/** The stored identifiers of a subject, and the version of its fields; 0 if it is not enrolled. */
type Kept = { traces: IdentifierTrace[]; version: number };

function numberOf({ kind, country, hmac }: IdentifierTrace): string {
  return `${kind} ${country} ${hmac}`;
}

/** The stored identifiers that stay in an enrolment, by subject. */
export class KeptIdentifiers {
  readonly #kept: ReadonlyMap<string, Kept>;

  constructor(kept: ReadonlyMap<string, Kept>) {
    this.#kept = kept;
  }

  /**
   * Returns the kept identifiers of a subject that are not among the added ones; undefined if none stay.
   * @param at the path of the added ones
   * @throws ApiError BAD_REQUEST if there are too many together
   */
  besides(
    subjectId: string,
    added: readonly IdentifierTrace[],
    at: string,
  ): IdentifierTrace[] | undefined {
    const again = new Set(added.map(numberOf));
    const others = this.#kept.get(subjectId)?.traces.filter((one) => !again.has(numberOf(one)));
    if ((others?.length ?? 0) + added.length <= MOST_IDENTIFIERS) return others;
    throw badRequest([
      { path: at, message: `must have at most ${MOST_IDENTIFIERS} with those that are kept` },
    ]);
  }

  /** @param rows the subjects that were just stored @throws ApiError CONFLICT if another request was faster */
  assertUnchanged(rows: ReadonlyMap<string, store.SubjectRow>): void {
    for (const [subjectId, { version }] of this.#kept)
      if (rows.get(subjectId)!.version !== version + 1)
        throw new ApiError('CONFLICT', `${subjectId} has changed during the request: repeat it`);
  }
}

/** Reads the stored identifiers that stay. */
export async function readKept(
  db: Queryable,
  orgId: string,
  inputs: readonly Pick<EnrolSubject, 'subjectId' | 'keepIdentifiers'>[],
): Promise<KeptIdentifiers> {
  const ids = inputs.filter((one) => one.keepIdentifiers).map(({ subjectId }) => subjectId);
  const rows = ids.length > 0 ? await store.selectSubjectsById(db, orgId, ids) : [];
  const kept = new Map(ids.map((id): [string, Kept] => [id, { traces: [], version: 0 }]));
  for (const { subject_id: id, identifiers, version } of rows)
    kept.set(id, { traces: (identifiers as IdentifierTrace[] | null) ?? [], version });
  return new KeptIdentifiers(kept);
}
