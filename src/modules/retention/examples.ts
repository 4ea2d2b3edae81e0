import { examplePage } from '../../platform/http/schema.ts';
import type { LegalHold } from './holds/schemas.ts';
import type { OwnPeriod, RetentionClass, RetentionPlan } from './schemas.ts';

const ORG = 'org_01kf3v8e3zfk2tjq0xw5c8m9ra';
const FIELDS = {
  class: 'screenings',
  title: 'Screenings',
  reason: 'Rules against money laundering ask for five years.',
  remains: 'The audit row of the request.',
  isFixed: false,
  isOn: true,
  proposedDays: 1826,
};
const CLASS: RetentionClass = { ...FIELDS, days: 1826, minDays: 365, maxDays: 3650 };
const PERIOD: OwnPeriod = { ...CLASS, days: 2190, chosenDays: 2190 };
const PLAN: RetentionPlan = {
  organizationId: ORG,
  isHeld: false,
  classes: [
    {
      class: 'screenings',
      title: 'Screenings',
      isOn: true,
      days: 2190,
      before: '2020-12-01T09:45:00.000Z',
      count: 1204,
      oldestAt: '2020-03-11T14:02:07.120Z',
      dueSince: '2026-03-10T14:02:07.120Z',
    },
  ],
};
const HOLD: LegalHold = {
  id: 'hold_01kf3vd1mcfj5r2q1k0t9b7xyz',
  kind: 'subject',
  objectId: 'customer-17',
  setBy: { kind: 'person', id: 'user_5nq8x2m4c7v9b1z3k6j0h2g4f6' },
  setAt: '2026-11-30T09:45:00.000Z',
  liftedBy: null,
  liftedAt: null,
  approvalId: null,
};
const REASON = 'The court asked for these records on 12 November.';

/** The examples of this module's operations. */
export const EXAMPLES = {
  getRetention: { data: { organizationId: ORG, classes: [PERIOD] } },
  choosePeriod: { body: { class: 'screenings', days: 2190 }, data: PERIOD },
  getRetentionPlan: { data: PLAN },
  listRetentionClasses: { data: { classes: [CLASS] } },
  updateRetentionClass: {
    body: { class: 'screenings', isOn: true, days: 1826, minDays: 365, maxDays: 3650 },
    data: CLASS,
  },
  getOrganizationRetentionPlan: { data: PLAN },
  setLegalHold: {
    body: { kind: 'subject', objectId: 'customer-17', reason: REASON },
    data: {
      ...HOLD,
      reasonHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  },
  listLegalHolds: { data: examplePage(HOLD) },
  getLegalHold: { data: { ...HOLD, reason: REASON } },
  liftLegalHold: {
    data: {
      ...HOLD,
      liftedBy: { kind: 'person' as const, id: 'user_2b4d6f8h0j2m4p6r8t0v2x4z6a' },
      liftedAt: '2026-12-02T10:00:00.000Z',
      approvalId: 'approval_01kf3vd1mcfj5r2q1k0t9b7xyz',
    },
  },
};
