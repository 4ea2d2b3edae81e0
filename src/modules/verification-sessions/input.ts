/** The input of a step, which is checked like the body of the endpoint that does the same. */
import { hasCanonicalForm } from '../../names/index.ts';
import { clock } from '../../platform/clock.ts';
import { ApiError, badRequest, type ErrorDetail } from '../../platform/errors/index.ts';
import {
  QUESTIONS,
  serialise,
  type BodyOf,
  type Caller,
  type ConsentGiven,
  type Image,
  type Kind,
  type VerificationRequest,
} from '../identity/index.ts';
import type { AskedConsent, StepInput } from './schemas.ts';
import type { Person, SessionData } from './sealing.ts';
import { FIELDS, missingFields, type StepType } from './steps.ts';
import type { SessionRow } from './store.ts';

/** The facts about a call that its input is checked with. */
export type Asked = Omit<Caller<unknown>, 'body'> & { orgId: string };

/** The fields of an endpoint by the fields of a step. */
const RENAMED: [RegExp, string][] = [
  [/^(?:matchAgainst|expectedName)\b/, 'person'],
  [/^image\b/, 'selfie'],
];

/** Names a problem of an endpoint's field by the field of the step. */
function renamed({ path, message }: ErrorDetail): ErrorDetail {
  const name = RENAMED.reduce((text, [from, to]) => text.replace(from, to), path);
  return { path: name, message };
}

/** Returns a person's name in the form for screening. */
export function nameOf({ firstName, middleName, lastName }: Person): string {
  return [firstName, middleName, lastName].filter((part) => part !== undefined).join(' ');
}

/** @throws ApiError BAD_REQUEST for fields that are missing, or do not belong to the step */
function assertFields(step: StepType, needed: readonly string[], input: StepInput): void {
  const problems = FIELDS.flatMap((field): ErrorDetail[] => {
    const isGiven = input[field] !== undefined;
    if (isGiven === needed.includes(field)) return [];
    const message = isGiven ? `is not needed for ${step}` : `is required for ${step}`;
    return [{ path: field, message }];
  });
  if (problems.length > 0) throw badRequest(problems);
}

function asImage(base64: string) {
  return { base64, contentType: 'image/jpeg' as const };
}

/** Returns the body with which a caller would call the endpoint of a verification. */
function bodyOf(row: SessionRow, { kept }: SessionData, input: StepInput): BodyOf[Kind] {
  const { subject_id: subjectId, country } = row;
  const { consent } = kept;
  const common = { subjectId, country, ...(consent && { consent }) };
  const person = (kept.person ?? input.person)!;
  const selfie = kept.selfie === undefined ? input.selfie! : asImage(kept.selfie);
  switch (input.step) {
    case 'bvn':
      return { ...common, bvn: input.bvn!, matchAgainst: person };
    case 'nin':
      return { ...common, nin: input.nin!, matchAgainst: person };
    case 'account': {
      const { dateOfBirth: _, ...expectedName } = person;
      const { accountNumber, bankCode } = input;
      return { ...common, accountNumber: accountNumber!, bankCode: bankCode!, expectedName };
    }
    case 'liveness':
      return { ...common, image: selfie };
    default:
      return { ...common, selfie, reference: input.reference! };
  }
}

type Checked = Parameters<(typeof QUESTIONS)[Kind]['check']>[0];

async function requestOf(
  asked: Asked,
  row: SessionRow,
  data: SessionData,
  input: StepInput,
): Promise<VerificationRequest> {
  const body = bodyOf(row, data, input);
  const question = QUESTIONS[input.step as Kind];
  const call = { ...asked, body, canTalk: true } as Checked & { orgId: string };
  // The body has the kind of the question.
  const problems = question.check(call as never);
  if (problems.length > 0) throw badRequest(problems.map(renamed));
  try {
    return await question.request(call as never);
  } catch (error) {
    if (error instanceof ApiError && error.details) throw badRequest(error.details.map(renamed));
    throw error;
  }
}

/** The consent that a person gives now. */
export function consentOf(
  { purpose, textVersion, channel = 'web' }: AskedConsent,
  reference: string,
): ConsentGiven {
  return { purpose, textVersion, channel, givenAt: clock.now().toISOString(), reference };
}

/** The longest name that can be screened. */
const MAX_NAME = 500;

/** The problem of a name that cannot be screened. */
export function screeningProblems(person: Person): ErrorDetail[] {
  const name = nameOf(person);
  const path = 'person.firstName';
  if (name.length > MAX_NAME)
    return [{ path, message: `must have at most ${MAX_NAME} characters with the other names` }];
  return hasCanonicalForm(name) ? [] : [{ path, message: 'must have a letter or digit' }];
}

/**
 * Adds the input of an attempt to the data of a session. Reads images; call it outside of transactions.
 * @throws ApiError BAD_REQUEST with the problems of the step's fields
 */
export async function withInput(
  asked: Asked,
  row: SessionRow,
  { kept, input: before }: SessionData,
  input: StepInput,
): Promise<SessionData> {
  const { step, person, code } = input;
  assertFields(step, missingFields(step, row.known, row.prompt), input);
  if (code !== undefined) return { kept, input: { ...before, code } };
  if (step === 'consent') {
    if (!input.agreed) return { kept, input: {} };
    return { kept, input: { consent: consentOf(row.consent as AskedConsent, row.id) } };
  }
  const typed = { ...(person && { person }) };
  if (step === 'screen' || step === 'enrol') {
    const problems = screeningProblems((kept.person ?? person)!);
    if (problems.length > 0) throw badRequest(problems);
    return { kept, input: typed };
  }
  const request = await requestOf(asked, row, { kept }, input);
  const selfie = 'image' in request ? base64Of(request.image) : undefined;
  return {
    kept,
    input: { ...typed, request: serialise(request), ...(selfie !== undefined && { selfie }) },
  };
}

function base64Of({ bytes }: Image): string {
  return bytes.toString('base64');
}
