import type { ChainResult } from '../chain/chain.ts';
import type { Kind } from '../kinds/schemas.ts';
import type { Answer, MatchOf, Profile } from '../providers/adapter.ts';
import type { Status } from '../audit/record.ts';
import {
  NAME_THRESHOLD,
  type VerificationRequest,
  type VerificationRequestOf,
} from './verification-request.ts';
import { matchNames, type ClaimedName } from '../name-match/match.ts';
import { matchDateOfBirth, withDateOfBirth } from '../name-match/date-of-birth.ts';
import type { Verdicts } from '../name-match/verdicts.ts';

/** The meaning of a provider's answer for the request. Null means unknown, or not applicable to this kind. */
export type Judgement = {
  status: Status;
  reason: string | null;
  /** 0 to 100. */
  matchScore: number | null;
  score: number | null;
  similarity: number | null;
  profile: Profile | null;
  resolvedName: string | null;
  /** A verdict on each claimed field. */
  fields: (Verdicts & { dateOfBirth: string | null }) | null;
  /** The part that may be stored in the clear. */
  metadata: Record<string, unknown>;
};

const NOTHING: Judgement = {
  status: 'provider_down',
  reason: null,
  matchScore: null,
  score: null,
  similarity: null,
  profile: null,
  resolvedName: null,
  fields: null,
  metadata: {},
};

/** Judges a name by its score. Without a claimed name, the found record is the answer. */
function byName(
  claimed: (ClaimedName & { dateOfBirth?: string }) | undefined,
  record: { name: string; isOneField: boolean; dateOfBirth: string | null },
  threshold: number,
): Pick<Judgement, 'status' | 'reason' | 'matchScore' | 'fields' | 'metadata'> {
  if (!claimed)
    return { status: 'verified', reason: null, matchScore: null, fields: null, metadata: {} };
  const dateOfBirth = matchDateOfBirth(claimed.dateOfBirth, record.dateOfBirth);
  const { isOneField } = record;
  const hasSameBirth = dateOfBirth === 'same';
  const match = matchNames(claimed, record.name, { isOneField, hasSameBirth });
  const matchScore = withDateOfBirth(match.score, dateOfBirth);
  const passed = matchScore >= threshold;
  return {
    status: passed ? 'verified' : 'failed',
    reason: passed ? null : (match.problem ?? 'name_mismatch'),
    matchScore,
    fields: { ...match.verdicts, dateOfBirth: dateOfBirth ?? null },
    metadata: { matchScore, threshold, ...match.summary, ...(dateOfBirth && { dateOfBirth }) },
  };
}

const judges: {
  [K in Kind]: (request: VerificationRequestOf<K>, found: MatchOf[K]) => Partial<Judgement>;
} = {
  bvn: person,
  nin: person,
  account: ({ claimed, threshold }, { accountName }) => {
    const judged = byName(
      claimed,
      { name: accountName, isOneField: true, dateOfBirth: null },
      threshold,
    );
    return { ...judged, resolvedName: accountName };
  },
  liveness: (_question, { passed, score, reason }) => ({
    status: passed ? 'verified' : 'failed',
    reason: passed ? null : (reason ?? null),
    score,
    metadata: { score },
  }),
  face_match: ({ threshold }, { similarity, scoreKind }) => ({
    status: similarity >= threshold ? 'verified' : 'failed',
    reason: similarity >= threshold ? null : 'below_threshold',
    similarity,
    metadata: { similarity, threshold, scoreKind },
  }),
};

function person(
  { claimed }: VerificationRequestOf<'bvn' | 'nin'>,
  { profile, unreadableDateOfBirth }: MatchOf['bvn'],
): Partial<Judgement> {
  const { firstName, middleName, lastName, dateOfBirth } = profile;
  const parts = [firstName, middleName, lastName].filter((part) => part !== null);
  const record = { name: parts.join(' '), isOneField: parts.length === 1, dateOfBirth };
  const judged = byName(claimed, record, NAME_THRESHOLD);
  const metadata = {
    ...judged.metadata,
    ...(unreadableDateOfBirth && { dateOfBirth: 'unreadable' }),
  };
  const fields =
    judged.fields && unreadableDateOfBirth
      ? { ...judged.fields, dateOfBirth: 'unreadable' }
      : judged.fields;
  return { ...judged, fields, metadata, profile };
}

/** The score when nothing was found or the question was refused: 0 where the kind has a score. */
function zero(request: VerificationRequest): Partial<Judgement> {
  if (request.kind === 'liveness') return { score: 0 };
  if (request.kind === 'face_match') return { similarity: 0 };
  return { matchScore: request.claimed ? 0 : null };
}

/** The part of a question that is stored in the clear. */
function askedOf(request: VerificationRequest): Record<string, string> {
  if (request.kind === 'account') return { bankCode: request.bankCode };
  return 'isVirtual' in request ? { identifier: 'virtual' } : {};
}

/** The outcome of a call; docs/contract.md has the rules. */
export function judge(request: VerificationRequest, result: ChainResult<Kind>): Judgement {
  const { answer, attempts } = result;
  const asked = askedOf(request);
  if (!answer) return { ...NOTHING, metadata: { ...asked, attempts } };
  if (answer.outcome !== 'ok') {
    const reason = answer.reason ?? answer.outcome;
    const metadata = { ...asked, attempts };
    return { ...NOTHING, status: 'failed', reason, ...zero(request), metadata };
  }
  const judged = (
    judges[request.kind] as (q: VerificationRequest, found: Answer<Kind>) => Partial<Judgement>
  )(request, answer);
  return { ...NOTHING, ...judged, metadata: { ...asked, ...judged.metadata, attempts } };
}
