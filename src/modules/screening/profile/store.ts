import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export type ProfileRow = {
  version: number;
  profile: string;
  adjustments: object | null;
  contradicted_count: boolean | null;
  set_at: Date;
};

/** Selects the last choices of these organizations, which are in one bucket. */
export async function selectProfiles(
  db: Queryable,
  orgIds: readonly string[],
): Promise<(ProfileRow & { org_id: string })[]> {
  const { rows } = await sql<ProfileRow & { org_id: string }>`
    SELECT org_id, version, profile, adjustments, contradicted_count, set_at FROM screening_profiles
    WHERE org_id = ${anyOf(orgIds)}`.execute(db);
  // An organization has few choices, and their index alone finds them in any order.
  const last = new Map<string, (typeof rows)[number]>();
  for (const row of rows)
    if (row.version > (last.get(row.org_id)?.version ?? 0)) last.set(row.org_id, row);
  return [...last.values()];
}

/** @throws a violation of `screening_profiles_pkey` if another choice was made at the same moment */
export async function insertProfile(
  tx: Tx,
  orgId: string,
  { version, profile, adjustments, contradicted_count }: Omit<ProfileRow, 'set_at'>,
): Promise<Date> {
  const { set_at } = await tx
    .insertInto('screening_profiles')
    .values({
      org_id: orgId,
      version,
      profile,
      adjustments: adjustments === null ? null : JSON.stringify(adjustments),
      contradicted_count,
    })
    .returning('set_at')
    .executeTakeFirstOrThrow();
  return set_at;
}
