/** The reasons of those who ask for a second person, and of those who reject the request. */
import type { EnvelopeContext } from '../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { openAll } from '../../platform/crypto/opening.ts';
import { rewrapTable } from '../../platform/crypto/rewrap.ts';
import { openReason, sealReason, type SealedReason } from '../../platform/crypto/sealed-reason.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Approval, PlatformApproval } from './schemas.ts';
import * as store from './store.ts';

export const APPROVAL_PREFIX = 'approval';

type Part = 'asked' | 'answered';

function contextOf(orgId: string, id: string, part: Part): EnvelopeContext {
  return { orgId, id, kind: `approval-${part}` };
}

/** The id of a request that is about to be made, and its reason. */
export type PreparedRequest = { id: string; reason: SealedReason | null };

/** Seals the reason of a new request; outside of transactions. @throws the key provider's error */
export async function prepareRequest(
  envelopes: Envelopes,
  orgId: string,
  text: string | undefined,
): Promise<PreparedRequest> {
  const id = newId(APPROVAL_PREFIX);
  if (text === undefined) return { id, reason: null };
  return { id, reason: await sealReason(envelopes, contextOf(orgId, id, 'asked'), text) };
}

/** Seals the reason of an answer; outside of transactions. @throws the key provider's error */
export async function prepareAnswer(
  envelopes: Envelopes,
  orgId: string,
  id: string,
  text: string | undefined,
): Promise<SealedReason | null> {
  return text === undefined ? null : sealReason(envelopes, contextOf(orgId, id, 'answered'), text);
}

/** The facts of a reason that audit rows have: no text. A code comes with the list of codes. */
export type ReasonFacts = { reasonCode: null; reasonHash: string | null };

export function reasonFacts(reason: SealedReason | null): ReasonFacts {
  return { reasonCode: null, reasonHash: reason?.hash ?? null };
}

/** Requests as they are shown, with their reasons. @throws the key provider's error */
export async function withReasons<Shown extends Approval | PlatformApproval>(
  envelopes: Envelopes,
  rows: readonly store.ApprovalRow[],
  show: (row: store.ApprovalRow) => Shown,
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

/** Moves reasons of all organizations to the current key. */
export async function rewrapApprovals(db: Database, envelopes: Envelopes, keyId: string) {
  const [asked, answered] = [
    await rewrapPart(db, envelopes, keyId, 'asked'),
    await rewrapPart(db, envelopes, keyId, 'answered'),
  ];
  return {
    rewrapped: asked.rewrapped + answered.rewrapped,
    unreadable: [...asked.unreadable, ...answered.unreadable],
  };
}

function rewrapPart(db: Database, envelopes: Envelopes, keyId: string, part: Part) {
  return rewrapTable(
    {
      ...store.sealedReasons(part === 'asked' ? 'envelope' : 'answer_envelope'),
      context: ({ org_id, id }) => contextOf(org_id, id, part),
    },
    db,
    envelopes,
    keyId,
  );
}
