import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseTimestamp } from '../../../../platform/calendar/iso-time.ts';
import type {
  AdapterDefinition,
  Answer,
  Unavailable,
  LookupOf,
  Rejection,
  Upstream,
} from '../adapter.ts';
import { parseDate } from './dates.ts';
import { exchange, namesIn } from './http-outcome.ts';
import { isOfAnother, person, repeated, text } from './person.ts';

/** The maximum age in both directions, because clocks differ. */
const MAX_AGE_MS = 5 * 60 * 1000;

/**
 * The id types by country. If there are variants with and without a photo, the one without is used, because the photo
 * would not be used.
 */
const ID_TYPES: Record<'bvn' | 'nin', Record<string, string>> = {
  bvn: { NG: 'BVN' },
  nin: {
    NG: 'NIN_V2',
    GH: 'GHANA_CARD_NO_PHOTO',
    KE: 'NATIONAL_ID_NO_PHOTO',
    ZA: 'NATIONAL_ID_NO_PHOTO',
    UG: 'NATIONAL_ID_NO_PHOTO',
    CI: 'NATIONAL_ID_NO_PHOTO',
    ZW: 'NATIONAL_ID_NO_PHOTO',
  },
};

const ResultBody = Compile(
  Type.Object({
    ResultCode: Type.String(),
    PartnerParams: Type.Object({ job_id: Type.String() }),
    FullName: text,
    FirstName: text,
    OtherNames: text,
    LastName: text,
    DOB: text,
    Gender: text,
    PhoneNumber: text,
    Address: text,
    IDNumber: repeated,
    signature: Type.String({ maxLength: 100 }),
    timestamp: Type.String({ maxLength: 100 }),
  }),
);
const ErrorBody = Compile(Type.Object({ code: Type.String() }));

/** 1012 and the matches of names (1020 exact, 1021 partial) include the record. */
const FOUND = new Set(['1012', '1020', '1021']);
const REFUSALS = new Map<string, Rejection | Unavailable>([
  // An unknown error of the vendor.
  ['0001', { outcome: 'unavailable' }],
  ['1013', { outcome: 'not_found' }],
  ['1014', { outcome: 'invalid_input', reason: 'format' }],
  ['1015', { outcome: 'unavailable' }],
  // The product or the id type is not activated for the account.
  ['1016', { outcome: 'auth' }],
  ['1022', { outcome: 'mismatch' }],
  ['1023', { outcome: 'not_found' }],
]);
/** Errors of the request, which have no signature and therefore never end the chain. */
const ERRORS = new Map<string, Unavailable>([
  ['2201', { outcome: 'unavailable' }],
  ['2301', { outcome: 'unavailable' }],
  ['2401', { outcome: 'unavailable' }],
  ['2205', { outcome: 'auth' }],
  ['2405', { outcome: 'auth' }],
  ['2220', { outcome: 'auth' }],
]);

function errorOf(body: unknown): Unavailable | undefined {
  return ErrorBody.Check(body) ? ERRORS.get(body.code) : undefined;
}

/**
 * https://docs.usesmileid.com: Enhanced KYC, synchronous (API v1). Requests and answers carry a signature. An answer is
 * `bad_response` if its signature is missing, wrong, more than five minutes old, or from another request. The signature
 * covers the time and the partner, not the rest of the body, which TLS protects.
 */
export const smileId: AdapterDefinition = {
  name: 'smile-id',
  credentials: ['partnerId', 'apiKey'],
  defaultBaseUrl: 'https://api.smileidentity.com',
  fields: namesIn(ResultBody, ErrorBody),
  create: ({ partnerId, apiKey }) => {
    const sign = (timestamp: string): string =>
      createHmac('sha256', apiKey!).update(`${timestamp}${partnerId!}sid_request`).digest('base64');

    function isGenuine(timestamp: string, signature: string, now: Date): boolean {
      const time = parseTimestamp(timestamp)?.getTime() ?? Number.NaN;
      const [expected, given] = [Buffer.from(sign(timestamp)), Buffer.from(signature)];
      return (
        Math.abs(now.getTime() - time) <= MAX_AGE_MS &&
        expected.length === given.length &&
        timingSafeEqual(expected, given)
      );
    }

    function resultOf(
      body: unknown,
      { jobId, asked }: { jobId: string; asked: string },
      now: Date,
    ): Answer<'bvn'> | undefined {
      if (!ResultBody.Check(body) || !isGenuine(body.timestamp, body.signature, now))
        return undefined;
      if (body.PartnerParams.job_id !== jobId || isOfAnother(asked, body.IDNumber))
        return undefined;
      if (!FOUND.has(body.ResultCode)) return REFUSALS.get(body.ResultCode);
      return person({
        first: body.FirstName,
        middle: body.OtherNames,
        last: body.LastName,
        full: body.FullName,
        dateOfBirth: parseDate(body.DOB, ['YYYY-MM-DD'], now),
        gender: body.Gender,
        phone: body.PhoneNumber,
        address: body.Address,
      });
    }

    const lookUp =
      (idTypes: Record<string, string>) =>
      async (
        { country, identifier }: LookupOf['bvn'],
        upstream: Upstream,
      ): Promise<Answer<'bvn'>> => {
        const idType = idTypes[country];
        if (idType === undefined)
          return { outcome: 'invalid_input', reason: 'unsupported_country' };
        const sentAt = upstream.now();
        const timestamp = sentAt.toISOString();
        // The id is new each time: the vendor rejects a known job id, and a question may be asked again.
        const jobId = `${upstream.reference}-${sentAt.getTime()}`;
        const json = {
          partner_id: partnerId!,
          timestamp,
          signature: sign(timestamp),
          source_sdk: 'rest_api',
          source_sdk_version: '1.0.0',
          country,
          id_type: idType,
          id_number: identifier,
          partner_params: { user_id: upstream.reference, job_id: jobId, job_type: 5 },
        };
        return exchange(
          upstream,
          { method: 'POST', path: '/v1/id_verification', body: { json } },
          {
            found: (body) => resultOf(body, { jobId, asked: identifier }, upstream.now()),
            refused: errorOf,
          },
        );
      };

    return {
      bvn: { countries: Object.keys(ID_TYPES.bvn), ask: lookUp(ID_TYPES.bvn) },
      nin: { countries: Object.keys(ID_TYPES.nin), ask: lookUp(ID_TYPES.nin) },
    };
  },
};
