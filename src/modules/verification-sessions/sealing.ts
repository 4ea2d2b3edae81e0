/** The personal data of a session: sealed in its row, and deleted when it ends. */
import type { EnvelopeContext } from '../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { ConsentGiven } from '../identity/index.ts';
import type { StepInput } from './schemas.ts';

export type Person = NonNullable<StepInput['person']>;

/** The data that later steps use. */
type Kept = {
  person?: Person;
  /** A selfie that passed, as base64 of a JPEG. */
  selfie?: string;
  /** The recorded consent. */
  consent?: ConsentGiven;
};

/** The input of the current attempt, kept if it passes. Without a consent, the person has refused to give it. */
type Input = Kept & {
  /** The request of a verification, as for a dead letter. */
  request?: string;
  /** The question of a register to the person, and the provider that gets the answer. */
  question?: { provider: string; state: string; url?: string };
  /** The person's answer to the register's question. */
  code?: string;
};

export type SessionData = {
  kept: Kept;
  input?: Input;
  /** The address to which a register sends the person back, while a step runs. */
  returnTo?: string;
};

/** A session of a subject. */
type SessionOf = { orgId: string; id: string; subjectId: string };

export function sessionContext(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'verification-session' };
}

/**
 * Prepares an envelope before a provider is asked, so the data can be sealed for certain afterwards. Seal or discard
 * it.
 * @throws ApiError SERVICE_DISABLED if no personal data is stored; the key provider's error
 */
export async function prepareData(envelopes: Envelopes, { orgId, id, subjectId }: SessionOf) {
  const prepared = await envelopes.prepare({ ...sessionContext(orgId, id), subject: subjectId });
  if (prepared) return prepared;
  throw new ApiError(
    'SERVICE_DISABLED',
    'this installation stores no personal data (ORIKI_KMS=none), so it has no verification sessions',
  );
}

/** @throws the errors of `prepareData` */
export async function sealData(
  envelopes: Envelopes,
  session: SessionOf,
  data: SessionData,
): Promise<string> {
  return (await prepareData(envelopes, session)).seal(JSON.stringify(data));
}

/** @throws EnvelopeError; the key provider's error */
export async function openData(
  envelopes: Envelopes,
  orgId: string,
  id: string,
  envelope: string,
): Promise<SessionData> {
  const text = await envelopes.open(sessionContext(orgId, id), envelope);
  return JSON.parse(text.toString()) as SessionData;
}

/** Returns the names of the fields that later steps need not ask for. */
export function knownFields({ kept }: SessionData): string[] {
  return (['person', 'selfie'] as const).filter((field) => kept[field] !== undefined);
}
