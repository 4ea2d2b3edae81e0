import { Type } from 'typebox';
import { Only, StringEnum } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';
import { STEPS } from './steps.ts';

const sessionId = Type.String();
const EXAMPLE_ID = 'idsession_01kf3vm9c4e6g8j0m2p4r6t8v0';
const step = StringEnum('SessionStepType', STEPS);

export const sessionCreated = defineEvent('identity.session.created', {
  description: 'A verification session was created.',
  schema: Type.Object({ event: Only('IDENTITY_SESSION_CREATED'), sessionId }),
  example: { event: 'IDENTITY_SESSION_CREATED', sessionId: EXAMPLE_ID },
});

export const sessionStepPassed = defineEvent('identity.session.step_passed', {
  description: 'A step of a verification session has passed.',
  schema: Type.Object({ event: Only('IDENTITY_SESSION_STEP_PASSED'), sessionId, step }),
  example: { event: 'IDENTITY_SESSION_STEP_PASSED', sessionId: EXAMPLE_ID, step: 'bvn' },
});

export const sessionCompleted = defineEvent('identity.session.completed', {
  description: 'All steps of a verification session have passed.',
  schema: Type.Object({ event: Only('IDENTITY_SESSION_COMPLETED'), sessionId }),
  example: { event: 'IDENTITY_SESSION_COMPLETED', sessionId: EXAMPLE_ID },
});

export const sessionFailed = defineEvent('identity.session.failed', {
  description: 'A step of a verification session has failed, and with it the session.',
  schema: Type.Object({
    event: Only('IDENTITY_SESSION_FAILED'),
    sessionId,
    step,
    reason: Type.String({ description: 'The reason in one word; more may be added.' }),
  }),
  example: {
    event: 'IDENTITY_SESSION_FAILED',
    sessionId: EXAMPLE_ID,
    step: 'bvn',
    reason: 'name_mismatch',
  },
});

export const sessionExpired = defineEvent('identity.session.expired', {
  description: 'A verification session has expired before all steps had passed.',
  schema: Type.Object({ event: Only('IDENTITY_SESSION_EXPIRED'), sessionId }),
  example: { event: 'IDENTITY_SESSION_EXPIRED', sessionId: EXAMPLE_ID },
});

export const sessionCanceled = defineEvent('identity.session.canceled', {
  description: 'A verification session was canceled.',
  schema: Type.Object({ event: Only('IDENTITY_SESSION_CANCELED'), sessionId }),
  example: { event: 'IDENTITY_SESSION_CANCELED', sessionId: EXAMPLE_ID },
});

export const events = [
  sessionCreated,
  sessionStepPassed,
  sessionCompleted,
  sessionFailed,
  sessionExpired,
  sessionCanceled,
];
