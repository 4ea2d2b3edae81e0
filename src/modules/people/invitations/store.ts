import { sql, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { MemberInvitations } from '../../../platform/db/types.ts';

export type InvitationRow = Selectable<MemberInvitations>;

export async function insertInvitation(
  tx: Tx,
  row: Pick<
    InvitationRow,
    'org_id' | 'id' | 'token_hash' | 'roles' | 'email' | 'email_hash' | 'invited_by' | 'approval_id'
  >,
  seconds: number,
): Promise<InvitationRow> {
  return sharedOf(tx)
    .insertInto('member_invitations')
    .values({ ...row, expires_at: sql`now() + make_interval(secs => ${seconds})` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Selects invitations that can still be accepted. */
export async function selectOpen(
  db: Queryable,
  orgId: string,
  page: Page,
): Promise<Listed<InvitationRow>> {
  const base = () =>
    sharedOf(db)
      .selectFrom('member_invitations')
      .where('org_id', '=', orgId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`);
  return selectPage(sharedOf(db), { shown: base().selectAll(), counted: base() }, BY_ID, page);
}

/** Uses a token. Of two concurrent callers, one succeeds. */
export async function acceptInvitation(
  tx: Tx,
  orgId: string,
  tokenHash: Buffer,
  userId: string,
): Promise<InvitationRow | undefined> {
  return sharedOf(tx)
    .updateTable('member_invitations')
    .set({ accepted_at: sql`now()`, accepted_by: userId })
    .where('token_hash', '=', tokenHash)
    .where('org_id', '=', orgId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
}

/** Selects the invitation with this token, if it can still be accepted. */
export async function findOpen(
  db: Queryable,
  tokenHash: Buffer,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    SELECT * FROM member_invitations
    WHERE token_hash = ${tokenHash} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`.execute(
    sharedOf(db),
  );
  return rows[0];
}

/** Selects open invitations by these people and keys, in the order of ids. */
export async function selectOpenBy(
  tx: Tx,
  orgId: string,
  by: readonly string[],
): Promise<Pick<InvitationRow, 'id' | 'roles'>[]> {
  return sharedOf(tx)
    .selectFrom('member_invitations')
    .select(['id', 'roles'])
    .where('org_id', '=', orgId)
    .where('invited_by', '=', anyOf(by))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute();
}

/** Revokes the given invitations that are still open. @returns their ids */
export async function revokeInvitations(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<string[]> {
  const revoked = await sharedOf(tx)
    .updateTable('member_invitations')
    .set({ revoked_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return revoked.map(({ id }) => id);
}

/** Deletes invitations that ended a month ago, for any reason. @returns their number */
export async function deleteEnded(db: Queryable): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM member_invitations
    WHERE least(accepted_at, revoked_at, expires_at) < now() - interval '30 days'`.execute(
    sharedOf(db),
  );
  return Number(numAffectedRows ?? 0n);
}
