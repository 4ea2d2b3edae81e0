import { Changed, newAction, writeActions } from '../../../platform/audit/audit.ts';
import type { Action, Actor } from '../../../platform/audit/action.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { ApiError, badRequest, type ErrorDetail, found } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import {
  decidedTogether,
  decideHit,
  type GivenReason,
  lockHits,
  type Together,
} from '../../monitoring/index.ts';
import {
  assertHitsUnclaimed,
  assertOpen,
  assertRevision,
  assertUnclaimed,
  lockedCase,
  record,
  tellUpdated,
  toSummary,
} from '../cases.ts';
import { close } from '../change.ts';
import { selectItems } from '../items/store.ts';
import { storeNote, type SealedNote } from '../notes/notes.ts';
import { CASE_PREFIX } from '../schemas.ts';
import { selectCase, updateCase, type CaseRow } from '../store.ts';
import type { DecideCase, DecidedCase } from './schemas.ts';

type Asked = DecideCase['decisions'][number];
/**
 * A decision with its approval request, for decisions that need two people. The request is null if the request of
 * another hit covers it.
 */
type Planned = Asked & {
  request: Together | Record<string, never> | null;
  /** The hit whose request covers this one. */
  like?: string;
};

/** The sealed note and reason of the decisions. */
export type Sealed = { note: SealedNote; reason: GivenReason };

/** Returns the problems of decisions that their schema accepts: a hit may appear once. */
export function repeatedHits({ decisions }: DecideCase): ErrorDetail[] {
  const ids = decisions.map(({ hitId }) => hitId);
  return ids.flatMap((hitId, i) =>
    ids.indexOf(hitId) === i
      ? []
      : [{ path: `decisions[${i}].hitId`, message: 'repeats that of another decision' }],
  );
}

/** Checks the case before anything is locked. @throws ApiError as `decideCase` */
async function readCase(tx: Tx, orgId: string, id: string, input: DecideCase): Promise<void> {
  const row = await found('case', isId(CASE_PREFIX, id) && selectCase(tx, orgId, id));
  assertRevision(row, input.expectedRevision);
  const items = new Set((await selectItems(tx, orgId, id)).map((item) => item.item_id));
  const strange = input.decisions.flatMap(({ hitId }, i) => (items.has(hitId) ? [] : [i]));
  if (strange.length > 0)
    throw badRequest(
      strange.map((i) => ({ path: `decisions[${i}].hitId`, message: 'is not a hit of the case' })),
    );
}

/**
 * Returns the decisions on hits of the case and on hits identical to them, with the current revisions. A hit that
 * changes before it is locked is rejected.
 * @throws ApiError CONFLICT
 */
async function withIdentical(tx: Tx, orgId: string, decisions: Asked[]): Promise<Planned[]> {
  const asked = new Map(decisions.map((one) => [one.hitId, one]));
  const together = await decidedTogether(tx, orgId, [...asked.keys()]);
  const planned = new Map<string, Planned>();
  for (const [hitId, { expectedRevision, decision }] of asked) {
    const request = together.get(hitId) ?? { hits: {} };
    const revision = expectedRevision ?? request.hits[hitId];
    planned.set(hitId, {
      hitId,
      decision,
      ...(revision !== undefined && { expectedRevision: revision }),
      request,
    });
  }
  for (const [like, { hits }] of together)
    for (const [hitId, expectedRevision] of Object.entries(hits)) {
      const { decision } = asked.get(like)!;
      if ((planned.get(hitId)?.decision ?? decision) !== decision)
        throw new ApiError('CONFLICT', 'identical hits have different decisions');
      if (!planned.has(hitId))
        planned.set(hitId, { hitId, decision, expectedRevision, request: null, like });
    }
  return [...planned.values()];
}

/** Decides each hit in the order of ids, with the verb for single hits. @returns rows for the audit log */
async function decideAll(
  tx: Tx,
  orgId: string,
  decisions: Planned[],
  { onBehalfOf }: DecideCase,
  reason: GivenReason,
  actor: Actor,
): Promise<Action[]> {
  const ids = decisions.map(({ hitId }) => hitId);
  // Lock all hits before any case; other transactions use the same order.
  await lockHits(tx, orgId, ids);
  await assertHitsUnclaimed(tx, orgId, ids, actor);
  const actions: Action[] = [];
  const prepared = { reason, texts: new Map() };
  const approvals = new Map<string, string | null>();
  const inOrder = decisions.toSorted((a, b) => (a.hitId < b.hitId ? -1 : 1));
  // Hits with their own requests come first, because they set the approvals of the hits that those requests cover.
  const [own, carried] = [
    inOrder.filter(({ request }) => request !== null),
    inOrder.filter(({ request }) => request === null),
  ];
  for (const { hitId, request, like = '', ...asked } of [...own, ...carried]) {
    const input = { ...asked, ...(onBehalfOf !== undefined && { onBehalfOf }) };
    const approvalId = approvals.get(like) ?? null;
    const how = { deciding: undefined, request, approvalId, prepared };
    const decided = await decideHit(tx, orgId, hitId, input, actor, how);
    approvals.set(hitId, decided.approvalId);
    const { status, revision, reasonCode, reasonHash } = decided.hit;
    actions.push(
      newAction({
        orgId,
        actor,
        action: 'hit.decide',
        object: hitId,
        before: decided.before,
        after: { status, revision, reasonCode, reasonHash },
      }),
    );
  }
  return actions;
}

/** Closes the case if the input requests it. */
async function end(
  tx: Tx,
  orgId: string,
  { id }: CaseRow,
  { outcome }: DecideCase,
): Promise<CaseRow> {
  if (outcome !== undefined) return close(tx, orgId, id, outcome);
  const row = await updateCase(tx, orgId, id, {});
  await tellUpdated(tx, orgId, row);
  return row;
}

/**
 * Decides hits of a case, stores a note, and closes the case on request: all of these or none. Locks hits before the
 * case, as other transactions do.
 * @throws ApiError NOT_FOUND; BAD_REQUEST for a hit that is not in the case; APPROVAL_REQUIRED if a false positive
 * needs two people; CONFLICT if the case or a hit has changed, the case is closed, another actor has claimed it, or it
 * would be closed with open hits
 */
export async function decideCase(
  tx: Tx,
  orgId: string,
  id: string,
  input: DecideCase,
  { note, reason }: Sealed,
  actor: Actor,
): Promise<Changed<DecidedCase>> {
  await readCase(tx, orgId, id, input);
  const { decisions, alsoIdentical = false } = input;
  const planned = alsoIdentical
    ? await withIdentical(tx, orgId, decisions)
    : decisions.map((one) => ({ ...one, request: {} }));
  const actions = await decideAll(tx, orgId, planned, input, reason, actor);
  const before = await lockedCase(tx, orgId, id);
  assertRevision(before, input.expectedRevision);
  assertOpen(before);
  assertUnclaimed(before, actor);
  await storeNote(tx, orgId, id, note, actor);
  const row = await end(tx, orgId, before, input);
  await writeActions(tx, actions);
  const decided = decisions.map(({ hitId }) => hitId);
  const identical = planned
    .map(({ hitId }) => hitId)
    .filter((hitId) => !decided.includes(hitId))
    .toSorted();
  const detail = {
    decisions: decisions.map(({ hitId, decision }) => ({ hitId, decision })),
    identical,
    outcome: row.outcome,
    noteId: note.id,
  };
  await record(tx, orgId, actor, [
    { caseId: id, change: 'decided', detail },
    ...(row.outcome === null
      ? []
      : [{ caseId: id, change: 'closed', detail: { status: row.status, outcome: row.outcome } }]),
  ]);
  const after = { ...toSummary(row), noteId: note.id, decided, identical };
  return new Changed(toSummary(before), after);
}
