import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import { access } from '../identity/index.ts';
import type { Module, ModuleTables } from '../module.ts';
import { rateLimits, type SessionServices } from './access.ts';
import { events } from './events.ts';
import { hostedRoutes } from './hosted/routes.ts';
import { jobs } from './jobs.ts';
import { sessionRoutes } from './routes.ts';
import { sessionContext } from './sealing.ts';
import { subjectData } from './subject-data.ts';

/** Images may be in the envelope. */
const ROWS_AT_ONCE = 20;

/** The module's tables. */
const tables = {
  verification_session_settings: {},
  verification_sessions: {
    sealed: {
      envelope: rewrapColumn(
        {
          table: 'verification_sessions',
          key: ['org_id', 'id'],
          subject: 'subject_id',
          atOnce: ROWS_AT_ONCE,
        },
        ({ org_id, id }) => sessionContext(org_id, id),
      ),
    },
    personal: {
      people: 'customers',
      columns: {
        subject_id: 'ids of customers',
        envelope: 'what the person has entered',
      },
      others: [
        'country',
        'status',
        'steps',
        'consent',
        'return_url',
        'phase',
        'known',
        'prompt',
        'created_by',
        'holder',
        'link_hash',
        'browser_hash',
      ],
      subject: 'subject_id',
      erasure: 'deleted',
      readers: ['identity:verify'],
      kept: 'until deleted; what the person has entered until the session ends, at most 7 days',
      recipients: ['identity providers'],
    },
  },
} satisfies ModuleTables;

export { hostedPages } from './hosted/page.ts';
export { assertNoStepRuns, cancelSession } from './create.ts';
export { listSessions } from './view.ts';
export { SESSION_STATUSES } from './steps.ts';
export { Sessions } from './sessions.ts';

/** Leads a person through verifications, screening and enrolment. */
export const verificationSessionsModule = {
  ...access,
  rateLimits,
  tags: {},
  routes: [...sessionRoutes, ...hostedRoutes],
  events,
  jobs,
  tables,
  subjectData,
  screens: {
    '/sessions': {
      file: 'identity/session-screens',
      component: 'Sessions',
      navigation: { title: 'Sessions', scope: 'identity:verify', place: 62 },
    },
    '/sessions/$id': {
      file: 'identity/session-screens',
      component: 'SessionScreen',
    },
  },
} satisfies Module<SessionServices>;
