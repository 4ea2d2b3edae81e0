/** Runs one step of a session with the functions of the endpoint that makes the same check. */
import type { Actor } from '../../platform/audit/action.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/index.ts';
import {
  deserialise,
  recordConsent,
  storeVerified,
  type IdentityServices,
} from '../identity/index.ts';
import { screenSubjects, storeEnrolment, type Followers } from '../monitoring/index.ts';
import { sealsContent } from '../tenants/index.ts';
import { screenOne, sealScreenings, storeScreenings, type Screening } from '../screening/index.ts';
import { nameOf } from './input.ts';
import type { SessionData } from './sealing.ts';
import type { Outcome } from './steps.ts';
import type { SessionRow } from './store.ts';
import { stepOf } from './view.ts';

/** The services of the steps. */
export type StepServices = {
  identity: Pick<IdentityServices, 'verifier' | 'consents' | 'images'>;
  screening: Screening;
  followers: Followers;
  envelopes: Envelopes;
};

/** A step that has its answer and is not recorded yet. */
export type Performed = Omit<Outcome, 'facts'> & {
  /** Records the answer in the transaction of the session. @throws ApiError for an answer that cannot be recorded */
  write: (tx: Tx, actor: Actor) => Promise<Outcome['facts']>;
  /** With `prompt`: the question of the register. */
  question?: Asked;
};
type Asked = Extract<Awaited<ReturnType<Verifier['converse']>>, { outcome: 'prompt' }>;
type Verifier = IdentityServices['verifier'];

const PASSED = { result: 'passed', reason: null } as const;

export function failedFor(reason: string): Performed {
  return { result: 'failed', reason, isFinal: true, write: async () => ({}) };
}

/** The conversation with the register, for the verifier. */
function talkOf({ input, returnTo = '' }: SessionData) {
  const { question, code } = input!;
  if (!question || code === undefined) return { returnTo };
  const { provider, state } = question;
  return { returnTo, provider, answered: { state, code } };
}

async function verify(
  { identity }: StepServices,
  db: Queryable,
  { org_id: orgId, subject_id: subjectId }: SessionRow,
  data: SessionData,
): Promise<Performed> {
  const { kept, input } = data;
  const { consent: given } = kept;
  const request = deserialise(input!.request!);
  let consent: Awaited<ReturnType<typeof identity.consents.use>>;
  try {
    consent = await identity.consents.use(db, orgId, {
      subjectId,
      ...(given && { consent: given }),
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BAD_REQUEST')
      return failedFor('consent_withdrawn');
    throw error;
  }
  const talk = talkOf(data);
  const verified = await identity.verifier.converse(orgId, request, { consent, talk });
  if ('prompt' in verified)
    return { result: 'prompt', reason: null, question: verified, write: async () => ({}) };
  const { id: verificationId, status, reason } = verified.record;
  const outcomes = {
    verified: PASSED,
    failed: { result: 'failed', reason: reason ?? status },
    provider_down: { result: 'unavailable', reason: status },
  } as const;
  return {
    ...outcomes[status],
    write: async (tx) => {
      await storeVerified(tx, [verified]);
      return { verificationId };
    },
  };
}

/** The fields of a person that screening compares. */
function screenedOf({ subject_id: subjectId }: SessionRow, { kept, input }: SessionData) {
  const person = (kept.person ?? input?.person)!;
  const dob = person.dateOfBirth?.slice(0, 10);
  return { subjectId, name: nameOf(person), ...(dob !== undefined && { dob }) };
}

async function screen(
  { screening, envelopes }: StepServices,
  db: Queryable,
  row: SessionRow,
  data: SessionData,
): Promise<Performed> {
  const screened = await screenOne(screening, row.org_id, screenedOf(row, data));
  const seals = await sealsContent(db, row.org_id);
  const unstored = seals ? await sealScreenings(envelopes, screened) : screened;
  const { id: screeningId, outcome } = unstored.screened.verdicts[0]!;
  const blocks = outcome === 'block';
  return {
    ...(blocks ? { result: 'failed', reason: 'blocked', isFinal: true } : PASSED),
    write: async (tx) => {
      await storeScreenings(tx, [unstored]);
      return { screeningId };
    },
  };
}

async function enrol(
  { screening, followers }: StepServices,
  db: Queryable,
  row: SessionRow,
  data: SessionData,
): Promise<Performed> {
  const enrolment = await screenSubjects(screening, db, row.org_id, [screenedOf(row, data)]);
  return {
    ...PASSED,
    write: async (tx, actor) => {
      await storeEnrolment(tx, row.org_id, enrolment, actor, followers);
      return {};
    },
  };
}

function agree({ org_id: orgId, subject_id: subjectId }: SessionRow, { input }: SessionData) {
  if (!input?.consent) return failedFor('refused');
  const given = { subjectId, ...input.consent };
  return {
    ...PASSED,
    write: async (tx: Tx) => ({ consentId: (await recordConsent(tx, orgId, given)).id }),
  };
}

/**
 * Runs the current step of a session. Call it outside of transactions.
 * @throws ApiError if the step could not run, such as SERVICE_UNAVAILABLE
 */
export async function perform(
  services: StepServices,
  db: Queryable,
  row: SessionRow,
  data: SessionData,
): Promise<Performed> {
  switch (stepOf(row)) {
    case 'consent':
      return agree(row, data);
    case 'screen':
      return screen(services, db, row, data);
    case 'enrol':
      return enrol(services, db, row, data);
    default:
      return verify(services, db, row, data);
  }
}
