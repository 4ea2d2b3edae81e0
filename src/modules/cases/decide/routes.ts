import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { withWithdrawal } from '../../identity/index.ts';
import { defineRoute, WRITE } from '../access.ts';

import { sealNote } from '../notes/notes.ts';
import { subjectOf } from '../sealing.ts';
import { giveReason } from '../../monitoring/index.ts';
import { CASE_PREFIX } from '../schemas.ts';
import { decideCase, repeatedHits } from './decide.ts';
import { DecideCase, DecidedCase } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

/** The route that decides hits of a case. */
export const decideRoutes = withExamples(EXAMPLES, [
  defineRoute({
    tag: 'Cases',
    extension: true,
    method: 'POST',
    path: '/cases/:id/decide',
    operationId: 'decideCase',
    audit: {
      action: 'case.decide',
      does: 'decided hits of a case',
      shows: ['status', 'outcome', 'revision', 'decided', 'identical'],
    },
    summary: 'Decide hits of a case, add a note, and close the case, all or nothing',
    description:
      'Each hit is decided as with its own operation, including the two-person rule. If the `revision` of the case or of a hit ' +
      'differs from the one that the caller has read, the answer is 409 and nothing is decided.',
    policy: WRITE,
    params: Type.Object({ id: idParam('case', CASE_PREFIX) }),
    body: DecideCase,
    check: ({ body }) => repeatedHits(body),
    data: DecidedCase,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED', 'SERVICE_DISABLED'],
    async prepare({ services: { envelopes }, orgId, params: { id }, body }, db) {
      const { reason: text, reasonCode } = body;
      const isDismissal = body.decisions.some(({ decision }) => decision === 'false_positive');
      const of = { orgId, subject: subjectOf(db, orgId, id) };
      const [note, reason] = await Promise.all([
        sealNote(envelopes, of, body.note ?? text),
        giveReason(db, envelopes, of, { reason: text, reasonCode, isDismissal }),
      ]);
      return { note, reason };
    },
    handle: async ({ orgId, principal, params: { id }, body, actor }, tx, sealed) =>
      withWithdrawal(tx, principal, await decideCase(tx, orgId, id, body, sealed, actor)),
  }),
]);
