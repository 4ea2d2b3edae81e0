import { isTestOrganization } from '../../tenants/index.ts';
import { hash } from 'node:crypto';
import { clock } from '../../../platform/clock.ts';
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { deriveKey } from '../../../platform/crypto/seal.ts';
import type { LastStatement, Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { traceparentOf } from '../../../platform/observability/tracing.ts';
import { outboxAll } from '../../webhooks/index.ts';
import type { VerificationRecord } from '../audit/record.ts';
import { insertVerifications } from '../audit/verifications.ts';
import type { Asked, ChainResult, Conversation, ProviderChain } from '../chain/chain.ts';
import type { UsableConsent } from '../consent/consent.ts';
import { sealRequest } from './dead-letters/sealing.ts';
import { insertDeadLetter, type NewDeadLetter } from './dead-letters/store.ts';
import type { Kind, RequestedKind } from '../kinds/schemas.ts';
import type { LookupOf } from '../providers/adapter.ts';
import { eventsOf } from './events.ts';
import { judge, type Judgement } from './judge.ts';
import { identifierTrace, type VerificationRequest } from './verification-request.ts';

export const VERIFICATION_PREFIX = 'verification';

/** A call that has its answer and is not recorded yet. */
export type Verified = {
  request: VerificationRequest;
  judgement: Judgement;
  record: VerificationRecord;
  /** The provider's answer, encrypted; null when there is none or it must not be stored. */
  envelope: string | null;
  /** The encrypted request, when no provider could be reached; null when it must not be stored. */
  deadLetter: NewDeadLetter | undefined;
  /** The last withdrawal of a consent of the subject, when the call was written. */
  consentWithdrawnAt?: Date | null;
};

/**
 * The consent of a call. For the repetition of a dead letter: the original call, and a last check that the repetition
 * is still needed.
 */
type Asking = {
  consent?: UsableConsent | undefined;
  replayOf?: string | null;
  beforeAsking?: () => Promise<void>;
};
/** In a session, a register may ask the person. */
type Conversing = Asking & { talk?: Conversation };

/** Time in addition to the providers' time: 13 s to fetch and decode images, and four times 3 s to wrap data keys. */
const BESIDE_PROVIDERS_MS = 30_000;
/** The maximum number of organizations whose keys are cached: deriving a key takes longer than using it. */
const MAX_KEYS = 1000;

/** Asks providers and writes their answers. Callers and replays verify only through this class. */
export class Verifier {
  readonly #envelopes: Envelopes;
  readonly #chain: ProviderChain;
  /** Answers calls in test mode. */
  readonly #sandbox: ProviderChain;
  readonly #secret: string;
  readonly #log: Logger;
  #underWay = 0;
  /** The keys for identifiers, by organization. */
  readonly #identifierKeys = new Map<string, Buffer>();

  constructor(options: {
    envelopes: Envelopes;
    chain: ProviderChain;
    sandbox: ProviderChain;
    secret: string;
    log: Logger;
  }) {
    this.#log = options.log;
    this.#envelopes = options.envelopes;
    this.#chain = options.chain;
    this.#sandbox = options.sandbox;
    this.#secret = options.secret;
  }

  /** True if a provider is configured for it. */
  answers(country: string, kind: RequestedKind): boolean {
    return kind === 'vnin'
      ? this.#chain.supports('nin', country, true)
      : this.#chain.supports(kind, country);
  }

  /** The countries for which a provider of a kind is configured, in alphabetical order. */
  countriesOf(kind: Kind): string[] {
    return this.#chain.countriesOf(kind);
  }

  /** The reason why no provider may be called without a consent; undefined if one may. */
  consentProblem(
    orgId: string,
    kind: Kind,
    country: string,
    how: { isVirtual: boolean; hasConsent: boolean; canTalk?: boolean },
  ): string | undefined {
    return this.#chainOf(orgId).consentProblem(kind, country, how);
  }

  /** Returns true if an answer to an organization may be invented. */
  usesSandbox(orgId: string, country: string, kind: Kind): boolean {
    return this.#chainOf(orgId).usesSandbox(kind, country);
  }

  #chainOf(orgId: string): ProviderChain {
    return isTestOrganization(orgId) ? this.#sandbox : this.#chain;
  }

  /** The number of calls in progress. */
  get underWay(): number {
    return this.#underWay;
  }

  /** The longest duration, in milliseconds, of `ask` together with reading its images. */
  get longestMs(): number {
    return this.#chain.longestMs + BESIDE_PROVIDERS_MS;
  }

  /**
   * Asks the providers in turn. The data key is created first, so that paid answers can certainly be encrypted. Do not
   * call it inside a transaction.
   * @throws the key provider's error, or that of `beforeAsking`, before any provider is asked
   */
  async ask(orgId: string, asked: VerificationRequest, how: Asking = {}): Promise<Verified> {
    // Only a conversation has questions.
    return (await this.converse(orgId, asked, how)) as Verified;
  }

  /** Like `ask`, in a session: returns a register's question to the person, if there is one. */
  async converse(
    orgId: string,
    asked: VerificationRequest,
    { consent, replayOf = null, beforeAsking, talk }: Conversing,
  ): Promise<Verified | Asked> {
    const request = consent ? { ...asked, consent: consent.sha256 } : asked;
    const id = newId(VERIFICATION_PREFIX);
    const context = {
      ...responseContext({ orgId, id, kind: request.kind }),
      subject: request.subjectId,
    };
    this.#underWay += 1;
    let prepared: Awaited<ReturnType<Envelopes['prepare']>> | undefined;
    try {
      prepared = await this.#envelopes.prepare(context);
      await beforeAsking?.();
      const result = await this.#chainOf(orgId).ask(request.kind, lookupOf(request), {
        reference: id,
        orgId,
        consent: consent?.isGiven,
        talk,
      });
      if (result.prompt) return result.prompt;
      const judgement = judge(request, result);
      const raw = result.answer?.raw ?? result.raw;
      const envelope =
        raw === undefined || !prepared
          ? null
          : await this.#envelopes.underCurrentKey(context, prepared.seal(raw));
      const record: VerificationRecord = {
        orgId,
        id,
        subjectId: request.subjectId,
        kind: request.kind,
        country: request.country,
        status: judgement.status,
        reason: judgement.reason,
        metadata: { ...judgement.metadata, ...consentFacts(request, result) },
        provider: result.provider ?? null,
        ...identifierTrace(this.#identifierKey(orgId), request),
        payloadSha256: envelope === null ? null : ciphertextHash(envelope),
        replayOf,
        verifiedAt: clock.now(),
      };
      return {
        request,
        judgement,
        record,
        envelope,
        deadLetter: await this.#deadLetter(record, request, result),
      };
    } finally {
      this.#underWay -= 1;
      prepared?.discard();
    }
  }

  async #deadLetter(
    record: VerificationRecord,
    request: VerificationRequest,
    result: ChainResult<Kind>,
  ): Promise<Verified['deadLetter']> {
    if (result.answer || record.replayOf !== null) return undefined;
    const { kind, country } = request;
    const chain = this.#chainOf(record.orgId);
    // The caller gets an answer, and nothing is stored in the clear.
    const envelope = await sealRequest(this.#envelopes, record, request).catch((error: unknown) => {
      this.#log.error({ err: error, verificationId: record.id }, 'a dead letter lost its request');
      return null;
    });
    return {
      envelope,
      providers: chain.providersOf(kind, country, 'isVirtual' in request),
      sandbox: chain.usesSandbox(kind, country),
    };
  }

  #identifierKey(orgId: string): Buffer {
    let key = this.#identifierKeys.get(orgId);
    if (!key) {
      if (this.#identifierKeys.size >= MAX_KEYS) this.#identifierKeys.clear();
      key = deriveKey(this.#secret, orgId, 'oriki identity identifiers v1');
      this.#identifierKeys.set(orgId, key);
    }
    return key;
  }
}

/** The context to which the envelope of a provider's answer is bound. */
export function responseContext(call: { orgId: string; id: string; kind: Kind }): EnvelopeContext {
  const { orgId, id, kind } = call;
  return { orgId, id, kind: `identity-response:${kind}` };
}

/** The hash of an envelope in the audit row; a rewrap does not change it. */
export function ciphertextHash(envelope: string): Buffer {
  const ciphertext = envelope.slice(envelope.lastIndexOf('|') + 1);
  return hash('sha256', Buffer.from(ciphertext, 'base64'), 'buffer');
}

/** The part of a request that the providers get. */
function lookupOf(request: VerificationRequest): LookupOf[Kind] {
  const { country } = request;
  switch (request.kind) {
    case 'account': {
      const { identifier: accountNumber, bankCode, claimed } = request;
      return { country, accountNumber, bankCode, claimed };
    }
    case 'liveness':
      return { country, image: request.image };
    case 'face_match':
      return { country, selfie: request.selfie, reference: request.reference };
    default:
      return {
        country,
        identifier: request.identifier,
        isVirtual: request.isVirtual,
        claimed: request.claimed,
      };
  }
}

/** The consent on which providers were asked, for the audit row. */
function consentFacts({ consent }: VerificationRequest, { underContract }: ChainResult<Kind>) {
  if (consent !== undefined) return { consent: { basis: 'recorded', sha256: consent } };
  return underContract ? { consent: { basis: 'contract' } } : {};
}

/** Writes audit rows, their events and, for first calls without an answer, dead letters. */
export async function storeVerified(tx: Tx, all: Verified[], last?: LastStatement): Promise<void> {
  const events = all.flatMap((verified) => {
    const { request, record } = verified;
    const traceparent = traceparentOf(verified);
    return eventsOf(request, record, record.id).map((event) => ({
      orgId: record.orgId,
      event,
      traceparent,
    }));
  });
  // A dead letter references its verification, which must be written first.
  const end = all.some(({ deadLetter }) => deadLetter) ? undefined : last;
  // No statement needs the result of another, so all are sent together.
  const [withdrawals] = await Promise.all([
    insertVerifications(tx, all, end),
    ...all.map(({ record, deadLetter }) => deadLetter && insertDeadLetter(tx, record, deadLetter)),
    outboxAll(tx, events, end),
  ]);
  for (const [i, verified] of all.entries()) verified.consentWithdrawnAt = withdrawals[i] ?? null;
}
