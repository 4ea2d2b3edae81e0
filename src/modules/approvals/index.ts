import type { Module, ModuleTables } from '../module.ts';
import { access, type ApprovalServices } from './access.ts';
import { eraseRequests } from './store.ts';
import { platformApprovalRoutes } from './operators-routes.ts';
import { reasonRoutes } from './reason-codes/routes.ts';
import { approvalRoutes } from './routes.ts';
import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import { contextOf } from './reasons/reasons.ts';
import { subjectData } from './reasons/subject-data.ts';
import { SUBJECT_ACTIONS } from './schemas.ts';

function reasonsIn(column: string, part: 'asked' | 'answered') {
  return rewrapColumn({ table: 'approvals', key: ['org_id', 'id'], column }, ({ org_id, id }) =>
    contextOf(org_id, id, part),
  );
}

/** The module's tables. */
const tables = {
  approval_settings: {},
  reason_settings: {},
  approvals: {
    sealed: {
      envelope: reasonsIn('envelope', 'asked'),
      answer_envelope: reasonsIn('answer_envelope', 'answered'),
    },
    personal: {
      people: 'any',
      columns: {
        object_id: 'ids of customers and other objects',
        detail: 'details of requests',
        envelope: 'reasons of requests',
        answer_envelope: 'reasons of answers',
        asked_by: 'ids of members',
        asked_person: 'ids of members',
        answered_by: 'ids of members',
      },
      others: [
        'action',
        'asked_kind',
        'asked_through',
        'answered_kind',
        'outcome',
        'reason_code',
        'revision',
      ],
      subject: { column: 'object_id', only: { column: 'action', values: SUBJECT_ACTIONS } },
      erasure: { by: eraseRequests, first: true },
      readers: ['approvals:request'],
      kept: 'until deleted; reasons until the subject is deleted',
    },
  },
} satisfies ModuleTables;

export { eraseRequestReasons, voidRequestsAbout, voidRequestsBy } from './approvals.ts';
export { assertApprovable, assertSecondPerson, needsSecondPerson } from './second-person.ts';
export { assertCode, assertSentence, type Given } from './reason-codes/rules.ts';
export { reasonCode } from './reason-codes/schemas.ts';
export { askedFor, openAsked } from './reasons/reasons.ts';
export { ApprovalRecord, approvalRecords, OpenedReasonShown } from './reasons/records.ts';
export { countWaiting, voidedWith, waitingHits } from './store.ts';
export {
  actionsWith,
  APPROVAL_STATUSES,
  Who as ApprovalActor,
  type GuardedAction,
} from './schemas.ts';
export * as operatorsApprovals from './operators.ts';

/** Approvals: some actions require two people. */
export const approvalsModule = {
  ...access,
  tags: { Approvals: 'Requests for a second person, and the actions that need one.' },
  routes: [...approvalRoutes, ...reasonRoutes, ...platformApprovalRoutes],
  tables,
  subjectData,
  liveKinds: { approval: 'approvals:request' },
  screens: {
    '/approvals': {
      file: 'people/approvals',
      component: 'Approvals',
      navigation: { title: 'Approvals', scope: 'approvals:request', place: 120 },
    },
    '/approval-settings': {
      file: 'people/approval-settings',
      component: 'ApprovalSettings',
      navigation: { title: 'Settings of approvals', scope: 'approvals:manage', place: 121 },
    },
    '/platform-approvals': {
      file: 'operators/platform-approvals',
      component: 'PlatformApprovals',
      navigation: { title: 'Approvals of operators', scope: 'platform:admin', place: 230 },
    },
  },
} satisfies Module<ApprovalServices>;
