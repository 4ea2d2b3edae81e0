import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Kind } from '../../kinds/schemas.ts';
import { faceCountries } from '../../kinds/catalogue.ts';
import type { AdapterDefinition, Answer, Upstream } from '../adapter.ts';
import { exchange, type Reading, namesIn } from './http-outcome.ts';
import { percent } from './person.ts';
import type { Image } from '../../images/schemas.ts';

const status = Type.Union([Type.Literal('Approved'), Type.Literal('Declined')]);
const score = Type.Union([percent, Type.Null()]);
const warnings = Type.Array(Type.Object({ risk: Type.String() }));
const LivenessBody = Compile(Type.Object({ liveness: Type.Object({ status, score, warnings }) }));
const ComparisonBody = Compile(
  Type.Object({ face_match: Type.Object({ status, score, warnings }) }),
);

/** Reasons for a declined check, the most informative first. */
const REASONS: readonly [risk: string, reason: string][] = [
  ['NO_FACE_DETECTED', 'no_face'],
  ['LIVENESS_FACE_ATTACK', 'spoof'],
  ['FACE_IN_BLOCKLIST', 'blocklisted'],
  ['POSSIBLE_FACE_IN_BLOCKLIST', 'blocklisted'],
  ['LOW_LIVENESS_SCORE', 'spoof'],
  ['LOW_FACE_QUALITY', 'low_quality'],
  ['LOW_FACE_LUMINANCE', 'low_quality'],
  ['HIGH_FACE_LUMINANCE', 'low_quality'],
  ['MULTIPLE_FACES_DETECTED', 'multiple_faces'],
];

function livenessOf(body: unknown): Answer<'liveness'> | undefined {
  if (!LivenessBody.Check(body)) return undefined;
  const { liveness } = body;
  if (liveness.status === 'Approved')
    return liveness.score === null
      ? undefined
      : { outcome: 'ok', passed: true, score: liveness.score };
  const risks = new Set(liveness.warnings.map(({ risk }) => risk));
  const reason = REASONS.find(([risk]) => risks.has(risk))?.[1];
  return {
    outcome: 'ok',
    passed: false,
    score: liveness.score ?? 0,
    ...(reason === undefined ? {} : { reason }),
  };
}

function similarityOf(body: unknown): Answer<'face_match'> | undefined {
  if (!ComparisonBody.Check(body)) return undefined;
  const { face_match: match } = body;
  // The vendor's warning that one of the images has no face; the score is then null or 0.
  if (match.warnings.some(({ risk }) => risk === 'NO_REFERENCE_IMAGE'))
    return { outcome: 'invalid_input', reason: 'no_face' };
  return match.score === null
    ? undefined
    : { outcome: 'ok', similarity: match.score, scoreKind: 'similarity' };
}

/** https://docs.didit.me/standalone-apis: faces. The vendor stores nothing, because `save_api_request` is false. */
export const didit: AdapterDefinition = {
  name: 'didit',
  credentials: ['apiKey'],
  defaultBaseUrl: 'https://verification.didit.me',
  fields: namesIn(LivenessBody, ComparisonBody),
  create: ({ apiKey }) => {
    async function ask<K extends Kind>(
      upstream: Upstream,
      path: string,
      images: Record<string, Image>,
      found: Reading<K>['found'],
    ): Promise<Answer<K>> {
      const answer = await exchange<K>(
        upstream,
        {
          method: 'POST',
          path,
          headers: { 'x-api-key': apiKey! },
          body: { multipart: { ...images, save_api_request: 'false' } },
        },
        { found, refused: () => undefined },
      );
      // Status 403 means either a key without the right or a balance without credits.
      return answer.outcome === 'auth' && /\b(?:credits?|balance)\b/i.test(answer.raw ?? '')
        ? { ...answer, outcome: 'no_funds' }
        : answer;
    }
    return {
      liveness: {
        countries: faceCountries(),
        ask: ({ image }, upstream) =>
          ask(upstream, '/v3/passive-liveness/', { user_image: image }, livenessOf),
      },
      face_match: {
        countries: faceCountries(),
        ask: ({ selfie, reference }, upstream) =>
          ask(
            upstream,
            '/v3/face-match/',
            { user_image: selfie, ref_image: reference },
            similarityOf,
          ),
      },
    };
  },
};
