/** The reasons of requests for a second person, and of their answers. */
import type { Actor } from '../../../platform/audit/action.ts';
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import {
  openReason,
  sealReason,
  type SealedReason,
} from '../../../platform/crypto/sealed-reason.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Approval, PlatformApproval } from '../schemas.ts';
import type { ApprovalRow } from '../store.ts';
import * as store from './store.ts';

export const APPROVAL_PREFIX = 'approval';

type Part = 'asked' | 'answered';

/** The context of a reason. */
export function contextOf(orgId: string, id: string, part: Part): EnvelopeContext {
  return { orgId, id, kind: `approval-${part}` };
}

/** The id of a new request, and its sealed reason with its code. */
export type PreparedRequest = {
  id: string;
  reason: SealedReason | null;
  reasonCode?: string | null;
  /** The score from which the reason is too short; null for no score. */
  textFrom?: number | null;
};

/** Seals the reason of a new request. Call it outside of transactions. @throws the key provider's error */
export async function prepareRequest(
  envelopes: Envelopes,
  orgId: string,
  text: string | undefined,
): Promise<PreparedRequest> {
  const id = newId(APPROVAL_PREFIX);
  if (text === undefined) return { id, reason: null };
  return { id, reason: await sealReason(envelopes, contextOf(orgId, id, 'asked'), text) };
}

/** Seals the reason of a second person. @throws the key provider's error */
export function prepareExplanation(
  envelopes: Envelopes,
  orgId: string,
  id: string,
  text: string,
): Promise<SealedReason> {
  return sealReason(envelopes, contextOf(orgId, id, 'answered'), text);
}

/** Seals the reason of an answer. Call it outside of transactions. @throws the key provider's error */
export async function prepareAnswer(
  envelopes: Envelopes,
  orgId: string,
  id: string,
  text: string | undefined,
): Promise<SealedReason | null> {
  return text === undefined ? null : prepareExplanation(envelopes, orgId, id, text);
}

/** Returns requests with their opened reasons. @throws the key provider's error */
export async function withReasons<Shown extends Approval | PlatformApproval>(
  envelopes: Envelopes,
  rows: readonly ApprovalRow[],
  show: (row: ApprovalRow) => Shown,
): Promise<Shown[]> {
  return openAll(rows, async (row) => {
    const open = async (part: Part, envelope: string | null) =>
      (await openReason(envelopes, contextOf(row.org_id, row.id, part), envelope))?.text ?? null;
    return {
      ...show(row),
      reason: await open('asked', row.envelope),
      answerReason: await open('answered', row.answer_envelope),
    };
  });
}

/** The request that another person's action has answered. */
export type AskedFor = {
  id: string;
  askedBy: { kind: Actor['kind']; id: string };
  reason: string | null;
  reasonCode: string | null;
};

/** Returns requests by their ids, each with the requester's reason. @throws the key provider's error */
export async function askedFor(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, AskedFor>> {
  if (ids.length === 0) return new Map();
  const rows = await store.selectAsked(db, orgId, ids);
  const asked = await openAll(rows, async (row) => ({
    id: row.id,
    askedBy: { kind: row.asked_kind as Actor['kind'], id: row.asked_by },
    reason: await openAsked(envelopes, orgId, row),
    reasonCode: row.reason_code,
  }));
  return new Map(asked.map((one) => [one.id, one]));
}

/** Opens the requester's reason. @throws the key provider's error */
export async function openAsked(
  envelopes: Envelopes,
  orgId: string,
  { id, envelope }: { id: string; envelope: string | null },
): Promise<string | null> {
  return (await openReason(envelopes, contextOf(orgId, id, 'asked'), envelope))?.text ?? null;
}
