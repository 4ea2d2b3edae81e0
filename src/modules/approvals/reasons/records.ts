/** Requests with their reasons and the salts of these, for records that are read without Oriki. */
import { Type, type Static } from 'typebox';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import { openReason } from '../../../platform/crypto/sealed-reason.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { Nullable } from '../../../platform/http/schema.ts';
import { toApproval } from '../approvals.ts';
import { Approval } from '../schemas.ts';
import { contextOf } from './reasons.ts';
import * as store from './store.ts';

export const OpenedReasonShown = Type.Object(
  {
    text: Type.String(),
    salt: Nullable(Type.String({ contentEncoding: 'base64' })),
    hash: Nullable(Type.String(), {
      description:
        'SHA-256 of the bytes of the salt and the text in UTF-8, in hex, as in the audit log.',
    }),
  },
  {
    title: 'RecordedReason',
    description: 'Salt and hash are null for a reason from before reasons were encrypted.',
  },
);

const {
  reason: _reason,
  answerReason: _answer,
  reasonCode: _code,
  reasonHash: _hash,
  ...members
} = Approval.properties;

export const ApprovalRecord = Type.Object(
  {
    ...members,
    reasonCode: Nullable(Type.String(), {
      description: 'The code of the requester’s reason; null without a code.',
    }),
    reason: Nullable(OpenedReasonShown, {
      description:
        'The requester’s reason. Null if none was given, and once its subject is deleted.',
    }),
    answerReason: Nullable(OpenedReasonShown, {
      description:
        'The reason of the second person. Null if none was given, and once its subject is deleted. A decision on a hit contains the reason itself.',
    }),
  },
  { title: 'ApprovalRecord' },
);
export type ApprovalRecord = Static<typeof ApprovalRecord>;

/**
 * Returns the requests with these ids and all requests about these objects, in the order of their ids.
 * @throws the key provider's error
 */
export async function approvalRecords(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  { ids, objectIds }: { ids: readonly string[]; objectIds: readonly string[] },
): Promise<ApprovalRecord[]> {
  if (ids.length + objectIds.length === 0) return [];
  const rows = await store.selectRecords(db, orgId, ids, objectIds);
  return openAll(rows, async (row) => ({
    ...toApproval<Approval>(row),
    reasonCode: row.reason_code,
    reason: await openReason(envelopes, contextOf(orgId, row.id, 'asked'), row.envelope),
    answerReason: await openReason(
      envelopes,
      contextOf(orgId, row.id, 'answered'),
      row.answer_envelope,
    ),
  }));
}
