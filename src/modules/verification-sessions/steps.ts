/** The steps of a session: the needs of each, and the position of a session after one. Pure functions. */

export const STEPS = [
  'consent',
  'bvn',
  'nin',
  'account',
  'liveness',
  'face_match',
  'screen',
  'enrol',
] as const;
export type StepType = (typeof STEPS)[number];

/** Fields that a step may need; images and others. */
export const FIELDS = [
  'agreed',
  'bvn',
  'nin',
  'accountNumber',
  'bankCode',
  'person',
  'selfie',
  'reference',
  'code',
] as const;
export type Field = (typeof FIELDS)[number];
/** The answer to a register. */
const CODE: readonly Field[] = ['code'];
const IMAGES: ReadonlySet<Field> = new Set(['selfie', 'reference']);

const NEEDS: Record<StepType, readonly Field[]> = {
  consent: ['agreed'],
  bvn: ['bvn', 'person'],
  nin: ['nin', 'person'],
  account: ['accountNumber', 'bankCode', 'person'],
  liveness: ['selfie'],
  face_match: ['selfie', 'reference'],
  screen: ['person'],
  enrol: ['person'],
};

/** The scope of the endpoint that does the same as a step. */
export function scopeOf(step: StepType): 'identity:verify' | 'fraud:screen' {
  return step === 'screen' || step === 'enrol' ? 'fraud:screen' : 'identity:verify';
}

/** The fields of a step that the session does not have yet. @param asks the question of a register, if there is one */
export function missingFields(
  step: StepType,
  known: readonly string[],
  prompt: string | null = null,
): readonly Field[] {
  if (prompt !== null) return CODE;
  return NEEDS[step].filter((field) => !known.includes(field));
}

export const SESSION_STATUSES = ['open', 'completed', 'failed', 'expired', 'canceled'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const STEP_STATUSES = ['pending', 'passed', 'failed'] as const;

/** A step as it is stored, without personal data. */
export type StoredStep = {
  type: StepType;
  status: (typeof STEP_STATUSES)[number];
  /** Attempts that have ended. */
  attempts: number;
  /** Attempts that failed; those that found no provider do not count. */
  failures: number;
  /** The reason of the last attempt that did not pass, in one word. */
  reason: string | null;
  consentId?: string;
  verificationId?: string;
  screeningId?: string;
  /** When the last attempt ended. */
  endedAt: string | null;
};

export const ACTIONS = ['text', 'image', 'otp', 'redirect', 'none'] as const;
export type ActionType = (typeof ACTIONS)[number];

/** Returns the next action of the person. */
export function actionOf(
  step: StepType,
  known: readonly string[],
  prompt: string | null,
): { type: ActionType; fields: Field[] } {
  const fields = [...missingFields(step, known, prompt)];
  if (prompt !== null) return { type: prompt as 'otp' | 'redirect', fields };
  if (fields.length === 0) return { type: 'none', fields };
  return { type: fields.some((field) => IMAGES.has(field)) ? 'image' : 'text', fields };
}

/** The end of an attempt. */
export type Outcome = {
  /** `asks`: a register has asked the person, and the next attempt has the answer. */
  result: 'passed' | 'failed' | 'unavailable' | 'prompt';
  reason: string | null;
  /** True if the step cannot pass in another attempt. */
  isFinal?: boolean;
  facts: Pick<StoredStep, 'consentId' | 'verificationId' | 'screeningId'>;
};

/** The number of failed attempts, and of attempts of any kind, after which a step fails. */
export const MAX_FAILURES = 3;
export const MAX_ATTEMPTS = 10;

type Place = { steps: StoredStep[]; position: number; attempt: number };

/** Returns the position of a session after an attempt at its current step. */
export function placeAfter(
  { steps, position, attempt }: Place,
  { result, reason, isFinal, facts }: Outcome,
  at: Date,
): Place & { status: 'open' | 'completed' | 'failed' } {
  const step = steps[position]!;
  if (result === 'prompt' && attempt < MAX_ATTEMPTS)
    return { steps, position, attempt: attempt + 1, status: 'open' };
  const failures = step.failures + (result === 'failed' ? 1 : 0);
  const isOver = isFinal || failures >= MAX_FAILURES || attempt >= MAX_ATTEMPTS;
  const pending = isOver ? 'failed' : 'pending';
  const ended: StoredStep = {
    ...step,
    ...facts,
    status: result === 'passed' ? 'passed' : pending,
    attempts: attempt,
    failures,
    reason: result === 'passed' ? null : reason,
    endedAt: at.toISOString(),
  };
  const next = steps.with(position, ended);
  if (result !== 'passed')
    return { steps: next, position, attempt: attempt + 1, status: isOver ? 'failed' : 'open' };
  const isLast = position + 1 === steps.length;
  return {
    steps: next,
    position: position + 1,
    attempt: 1,
    status: isLast ? 'completed' : 'open',
  };
}
