/** The rule that some actions require two people. */
import { PLATFORM, type Actor } from '../../platform/audit/action.ts';
import { newAction, writeActions } from '../../platform/audit/audit.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { noteChange } from '../live/index.ts';
import type { GuardedAction } from './schemas.ts';
import * as store from './store.ts';

/** An action that is about to be done, and its object. */
export type Guarded = {
  orgId: string;
  action: GuardedAction;
  objectId: string;
  /**
   * The object's current revision: a request for another revision does not count. Empty for an object without
   * revisions.
   */
  revision: string;
  /** The variant, for an action with several. */
  detail?: Record<string, unknown>;
  /** Other actions with the same effect. This action requires two people if one of them requires two. */
  also?: GuardedAction[];
};

export function wanted({ orgId, action, objectId, revision, detail = {} }: Guarded): store.Wanted {
  return { orgId, action, objectId, revision, detail: canonicalJson(detail) };
}

/** Actions with the same effect as one that organizations can choose. */
const CHOSEN_AS: Partial<Record<GuardedAction, GuardedAction>> = {
  'subject.enrol': 'hit.false_positive',
  'subject.delete': 'hit.false_positive',
  'subject.export': 'verification.reveal',
  'subject.erase': 'verification.reveal',
  'screening_profile.choose': 'hit.false_positive',
};

/** Notifies the organization's open streams of a request. */
export async function tell(tx: Tx, orgId: string, id: string): Promise<void> {
  if (orgId !== PLATFORM) await noteChange(tx, orgId, 'approval', [id]);
}

/** Returns true if the organization, or the platform, requires two people for the action. */
async function isGuarded(
  db: Queryable,
  { orgId, action, also }: Pick<Guarded, 'orgId' | 'action' | 'also'>,
): Promise<boolean> {
  if (orgId === PLATFORM) return true;
  const settings = await store.selectSettings(db, orgId);
  if (!settings) return false;
  // Otherwise one person alone could switch the rule off.
  return action === 'approval_settings.lower'
    ? settings.actions.length > 0
    : [CHOSEN_AS[action] ?? action, ...(also ?? [])].some((one) => settings.actions.includes(one));
}

function required({ orgId, action }: Guarded): ApiError {
  const call = orgId === PLATFORM ? 'POST /admin/approvals' : 'POST /approvals';
  return new ApiError(
    'APPROVAL_REQUIRED',
    `${action} needs two people: a person or key requests it with ${call}, and another person does it`,
  );
}

/** Returns true if an organization requires two people for the action. */
export async function needsSecondPerson(
  db: Queryable,
  orgId: string,
  action: GuardedAction,
): Promise<boolean> {
  return isGuarded(db, { orgId, action });
}

/** Returns true if the requester is still a member. Requests of keys are voided when the key is revoked. */
export async function isThere(db: Queryable, row: store.ApprovalRow): Promise<boolean> {
  return row.asked_kind !== 'person' || store.isMember(db, row.org_id, row.asked_by);
}

type Party = Pick<Actor, 'kind' | 'id' | 'personId' | 'through'>;

/** Returns the ids of a party. A key and the person or key that created it count as one party. */
function idsOf({ kind, id, personId, through = [] }: Party): string[] {
  return [id, ...(personId ? [personId] : []), ...(kind === 'key' ? through : [])];
}

/**
 * Returns true if neither party derives from the other, so that two people are responsible. One key may open sessions
 * of two people. They count as two, because the key vouches for them.
 */
function areIndependent(one: Party, other: Party): boolean {
  const isBehind = (party: Party, ids: readonly string[]): boolean =>
    [...idsOf(party), ...(party.through ?? [])].some((id) => ids.includes(id));
  return !isBehind(one, idsOf(other)) && !isBehind(other, idsOf(one));
}

function askerOf(row: store.ApprovalRow): Party {
  const { asked_kind: kind, asked_by: id, asked_person: personId, asked_through: through } = row;
  return { kind: kind as Actor['kind'], id, personId, through: through ?? [] };
}

/**
 * Returns another party's request that the actor may answer by the action; null if none is needed. @throws ApiError
 * APPROVAL_REQUIRED
 */
async function openRequest(
  db: Queryable,
  guarded: Guarded,
  actor: Actor | null,
): Promise<store.ApprovalRow | undefined> {
  if (!(await isGuarded(db, guarded))) return undefined;
  // A key is not a person: it may create requests, but never answer them.
  const row =
    actor && actor.kind !== 'key' ? await store.selectOpen(db, wanted(guarded)) : undefined;
  if (!row || !actor || !areIndependent(askerOf(row), actor) || !(await isThere(db, row)))
    throw required(guarded);
  return row;
}

/** Checks that the actor could do the action now, before it begins. @throws ApiError APPROVAL_REQUIRED */
export async function assertApprovable(
  db: Queryable,
  guarded: Guarded,
  actor: Actor,
): Promise<void> {
  await openRequest(db, guarded, actor);
}

/**
 * Checks that one person may do the action, or that another party has requested it. Then the request is answered in
 * the transaction of the action, with a row in the audit log.
 * @param tx in the bucket of the organization
 * @param actor null if the actor cannot be the second person
 * @returns the id of the request; null if one person is enough
 * @throws ApiError APPROVAL_REQUIRED
 */
export async function assertSecondPerson(
  tx: Tx,
  guarded: Guarded,
  actor: Actor | null,
): Promise<string | null> {
  const row = await openRequest(tx, guarded, actor);
  if (!row || !actor) return null;
  if (!(await store.answer(tx, row, 'approved', actor))) throw required(guarded);
  const { orgId, action, objectId } = guarded;
  // The object has changed. Requests for an object without revisions do not depend on each other.
  if (guarded.revision !== '') await store.voidBound(tx, orgId, objectId, row.id);
  await tell(tx, orgId, row.id);
  const line = { orgId, actor, action: 'approval.approve', object: row.id };
  await writeActions(tx, [newAction({ ...line, after: { action, objectId } })]);
  return row.id;
}
