/** Verifications and consents of one subject. */
import { Type } from 'typebox';
import { openFor } from '../../../platform/crypto/opening.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { ApprovalRecord, approvalRecords } from '../../approvals/index.ts';
import { everyItem, type OfSubject, type SubjectArea } from '../../personal-data.ts';
import { access } from '../access.ts';
import {
  listVerifications,
  selectVerification,
  type ShownVerification,
} from '../audit/verifications.ts';
import { listConsents } from '../consent/consent.ts';
import { Consent } from '../consent/schemas.ts';
import { answerOf } from '../reveal/fields.ts';
import { listReveals } from '../reveal/reveal.ts';
import { Reveal } from '../reveal/schemas.ts';
import { requestContext } from '../verify/dead-letters/sealing.ts';
import { selectWaitingRequest } from '../verify/dead-letters/store.ts';
import { responseContext } from '../verify/verifier.ts';
import { toVerification, Verification, verificationFields } from './shown.ts';

const WholeVerification = Type.Object(
  {
    ...verificationFields,
    answer: Type.Unknown({
      description:
        'The answer of the provider: JSON, or a text if it is not JSON. Null if none is stored, or no key opens it.',
    }),
    request: Type.Unknown({
      description: 'The request, while it waits in the dead letters; otherwise null.',
    }),
    reveals: Type.Array(Reveal, { description: 'Who saw the answer, newest first.' }),
    approvals: Type.Array(ApprovalRecord, {
      description: 'Requests for a second person about the verification.',
    }),
  },
  { title: 'ExportedVerification' },
);

async function opened(
  { envelopes }: OfSubject,
  context: Parameters<typeof openFor>[1],
  envelope: string | null,
): Promise<unknown> {
  const text = await openFor(envelopes, context, envelope);
  return text && answerOf(text.toString());
}

async function whole(of: OfSubject, db: Queryable, shown: ShownVerification) {
  const { envelopes, orgId } = of;
  const { id } = shown;
  const stored = await selectVerification(db, orgId, id);
  const request = await selectWaitingRequest(db, orgId, id);
  const reveals = everyItem((page) =>
    listReveals(db, envelopes, { orgId, verificationId: id }, page),
  );
  return {
    ...toVerification(shown),
    answer: await opened(of, responseContext(shown), stored?.envelope ?? null),
    request: await opened(of, requestContext(shown), request ?? null),
    reveals: await Array.fromAsync(reveals),
    approvals: await approvalRecords(db, envelopes, orgId, { ids: [], objectIds: [id] }),
  };
}

const needs = { scope: 'identity:verify', plan: access.plans.detection_pack };

/** The areas of the module. */
export const subjectData = {
  verifications: {
    title: 'Verifications',
    needs,
    classes: ['audit', 'verification_payloads', 'dead_letters'],
    list: {
      item: Verification,
      read: async ({ orgId, subjectId }, db, query) => {
        const { items, ...page } = await listVerifications(db, orgId, { ...query, subjectId });
        return { items: items.map(toVerification), ...page };
      },
    },
    whole: {
      item: WholeVerification,
      async *read(of, db) {
        const { orgId, subjectId } = of;
        const all = everyItem((page) => listVerifications(db, orgId, { ...page, subjectId }));
        for await (const shown of all) yield whole(of, db, shown);
      },
    },
  },
  consents: {
    title: 'Consents',
    needs,
    classes: ['consents'],
    list: {
      item: Consent,
      read: ({ orgId, subjectId }, db, query) => listConsents(db, orgId, { ...query, subjectId }),
    },
    whole: {
      item: Consent,
      read: ({ orgId, subjectId }, db) =>
        everyItem((page) => listConsents(db, orgId, { ...page, subjectId })),
    },
  },
} satisfies Record<string, SubjectArea>;
