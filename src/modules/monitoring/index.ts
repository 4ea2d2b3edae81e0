import { withWithdrawals } from '../identity/index.ts';
import { access } from '../lists/index.ts';
import type { Module, ModuleTables } from '../module.ts';
import type { MonitoringServices } from './access.ts';
import { events } from './events.ts';
import { hitsExport, decisionRows } from './export/store.ts';
import { hitRoutes } from './hits/routes.ts';
import { jobs } from './jobs.ts';
import { subjectRoutes } from './subjects/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { APPEND } from '../../platform/db/tables.ts';
import { rewrapDecisions, openGiven } from './hits/reasons.ts';
import { subjectData } from './records/subject-data.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Erased, Erasing } from '../../platform/db/lists/erasing.ts';
import { noteChange } from '../live/index.ts';
import * as erasure from './erasure/store.ts';
import type { ExportSource } from '../../platform/export-source.ts';
import { openAsked } from '../approvals/index.ts';

/** The decisions on hits, with the reasons of the deciders and of those who requested a decision. */
const decisionsExport: ExportSource = {
  ...decisionRows,
  async open(envelopes, orgId, { column, text }) {
    const end = text.indexOf(':');
    const [id, sealed] = [text.slice(0, end), text.slice(end + 1)];
    if (id === '') return sealed;
    return column === 'askedReason'
      ? openAsked(envelopes, orgId, { id, envelope: sealed })
      : openGiven(envelopes, orgId, { id, reason: '', envelope: sealed, reason_id: null });
  },
};

/** The module's tables. */
const tables = {
  hit_views: {
    personal: {
      people: 'members',
      columns: { created_by: 'ids of members', owner: 'ids of members' },
      others: ['name', 'filters'],
      readers: ['fraud:screen'],
      kept: 'until deleted',
    },
  },
  screening_cursors: {
    personal: {
      people: 'customers',
      columns: { after_subject: 'ids of customers' },
      others: ['list_id', 'holder', 'stamp', 'target_stamp'],
      readers: [],
      kept: 'during a run',
    },
  },
  // The reason is deleted with its subject, and a new key re-encrypts it.
  screening_decisions: {
    service: [...APPEND, 'DELETE', 'UPDATE(envelope)', 'UPDATE(reason)'],
    tenant: [...APPEND, 'UPDATE(envelope)', 'UPDATE(reason)'],
    sealed: { envelope: rewrapDecisions },
    personal: {
      people: 'customers',
      columns: {
        reason: 'reasons of decisions',
        envelope: 'reasons of decisions',
        findings: 'matches with listed people',
        actor_id: 'ids of members',
        on_behalf_of: 'ids of members',
      },
      others: ['decision', 'hit_id', 'reason_id', 'reason_code', 'api_key_id', 'approval_id'],
      subject: { column: 'hit_id', table: 'screening_hits', key: 'id' },
      erasure: { by: erasure.emptyDecisions, remains: 'Who decided what, and when.' },
      readers: ['fraud:screen'],
      kept: 'until deleted; reason and findings until the subject is deleted',
      recipients: ['export files'],
    },
  },
  screening_hits: {
    personal: {
      people: 'customers',
      columns: {
        subject_id: 'ids of customers',
        match: 'matches with listed people',
        subject_hash: 'hashes of facts of customers',
        decided_subject_hash: 'hashes of facts of customers',
        assignee: 'ids of members',
      },
      others: [
        'list_kind',
        'list_id',
        'entry_id',
        'status',
        'decision',
        'reopened_because',
        'closed_because',
        'entry_hash',
        'decided_entry_hash',
        'decided_measures',
      ],
      subject: 'subject_id',
      erasure: {
        by: emptyHits,
        remains: 'The listed party, and how the hit ended, without the id.',
      },
      readers: ['fraud:screen'],
      kept: 'until deleted; match until the subject is deleted',
      recipients: ['export files'],
    },
  },
  screening_subjects: {
    personal: {
      people: 'customers',
      columns: {
        subject_id: 'ids of customers',
        name: 'names of customers',
        aliases: 'names of customers',
        dob: 'dates of birth of customers',
        country: 'countries of customers',
        identifiers: 'keyed hashes and last characters of numbers',
        facts: 'facts of customers',
      },
      others: ['kinds'],
      subject: 'subject_id',
      erasure: 'deleted',
      readers: ['fraud:screen'],
      kept: 'until the subject is deleted',
    },
  },
  screening_watches: {},
  // The ids in this table follow those of the subjects.
  screening_words: {
    personal: {
      people: 'customers',
      columns: { subject_id: 'ids of customers', word: 'words of names' },
      subject: 'subject_id',
      erasure: { with: 'screening_subjects' },
      readers: ['fraud:screen'],
      kept: 'until the subject is deleted',
    },
  },
} satisfies ModuleTables;

export type { Followers, OpenedHit } from './access.ts';
export { decided } from './hits/decided.ts';
export { decideHit, hitRevision, hitScore } from './hits/decisions.ts';
export {
  decidedTogether,
  hitFacts,
  hitsByDay,
  lastDecisions,
  lockHits,
  openHitsByAge,
  type Together,
} from './hits/hits.ts';
export { type GivenReason, giveReason } from './hits/reasons.ts';
export { DecideHit, HIT_PREFIX, HitsByDay, LastDecision, OpenHits } from './hits/schemas.ts';
export { countOpenHits } from './hits/shown/store.ts';
export { hasCountingHits, hasCountingHitsOf } from './hits/store.ts';
export { Backlog, TeamDecisions } from './hits/team/schemas.ts';
export { hitBacklog, teamDecisions } from './hits/team/team.ts';
export { screenSubjects, storeEnrolment } from './subjects/enrol.ts';
export { subjectRevision } from './subjects/guarded.ts';
export { hitRecords, subjectsById } from './records/records.ts';
export { HitRecord } from './records/schemas.ts';
export { Subject, SUBJECT_KINDS } from './subjects/schemas.ts';
export { findSubject } from './subjects/subjects.ts';

/** Screens enrolled subjects again whenever a list changes. */
export const monitoringModule = {
  ...access,
  tags: {
    'Continuous screening':
      'Subjects that are screened again whenever a list changes, the hits, and what was decided about them.',
  },
  routes: [...subjectRoutes, ...hitRoutes, ...viewRoutes],
  events,
  jobs,
  tables,
  subjectData,
  exports: {
    hits: { title: 'Hits', source: withWithdrawals(hitsExport) },
    decisions: { title: 'Decisions on hits', source: decisionsExport },
  },
  liveKinds: { hit: 'fraud:screen' },
  screens: {
    '/review': {
      file: 'review/queue',
      component: 'Queue',
      navigation: { title: 'Review queue', scope: 'fraud:screen', place: 20 },
    },
    '/review/$id': {
      file: 'review/hit',
      component: 'HitScreen',
    },
    '/subjects': {
      file: 'customers/customers',
      component: 'Customers',
      navigation: { title: 'Customers', scope: 'fraud:screen', place: 25 },
    },
    '/subjects/$id': {
      file: 'customers/customer',
      component: 'Customer',
    },
  },
} satisfies Module<MonitoringServices>;

/** Empties hits of a subject, and notifies open streams. */
async function emptyHits(tx: Tx, part: Erasing): Promise<Erased> {
  const ids = await erasure.emptyHits(tx, part);
  await noteChange(tx, part.orgId, 'hit', ids);
  return { count: ids.length };
}
