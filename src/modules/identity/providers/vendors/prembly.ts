import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { faceCountries } from '../../kinds/catalogue.ts';
import type {
  AdapterDefinition,
  Answer,
  Unavailable,
  LookupOf,
  Rejection,
  Upstream,
  UpstreamRequest,
} from '../adapter.ts';
import { parseDate } from './dates.ts';
import { exchange, outcomeOfMessage, namesIn } from './http-outcome.ts';
import { clean, isOfAnother, percent, person, repeated, text } from './person.ts';
import type { Image } from '../../images/schemas.ts';

/** Endpoints differ in the spelling of fields and in the place of the record. */
const record = Type.Object({
  firstName: text,
  firstname: text,
  middleName: text,
  middlename: text,
  lastName: text,
  surname: text,
  identity_name: text,
  dateOfBirth: text,
  birthdate: text,
  date_of_birth: text,
  gender: text,
  phoneNumber1: text,
  telephoneno: text,
  residentialAddress: text,
  bvn: repeated,
  nin: repeated,
  identity_number: repeated,
});
const account = Type.Object({ account_name: text, account_number: repeated });
function maybe<T extends typeof record | typeof account>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}
const verification = Type.Optional(Type.Union([Type.Object({ status: text }), Type.Null()]));
const success = { status: Type.Literal(true), response_code: Type.Literal('00'), verification };

const PersonBody = Compile(
  Type.Object({
    ...success,
    data: maybe(record),
    nin_data: maybe(record),
    bvn_data: maybe(record),
  }),
);
const AccountBody = Compile(
  Type.Object({ ...success, account_data: maybe(account), 'account data': maybe(account) }),
);
const scores = {
  // A percentage for a comparison; a fraction for liveness, where it is not used.
  confidence: Type.Optional(percent),
  confidence_in_percentage: Type.Optional(percent),
};
const FaceBody = Compile(
  Type.Object({
    status: Type.Boolean(),
    response_code: Type.Union([Type.Literal('00'), Type.Literal('01')]),
    detail: text,
    message: text,
    ...scores,
    data: Type.Optional(Type.Union([Type.Object(scores), Type.Null()])),
  }),
);
const CodeBody = Compile(
  Type.Object({
    response_code: text,
    detail: text,
    message: text,
    verification,
  }),
);

const CODES = new Map<string, Rejection | Unavailable>([
  ['01', { outcome: 'not_found' }],
  ['02', { outcome: 'unavailable' }],
  ['03', { outcome: 'no_funds' }],
  // The number exists but must not be used: it is blocked, watch-listed or suspended.
  ['07', { outcome: 'mismatch', reason: 'blocked' }],
]);
/** Statuses of a verification for which the data is not a record, even with code 00. */
const STATUSES = new Map<string, Rejection | Unavailable>([
  ['PENDING', { outcome: 'unavailable' }],
  ['NOT-VERIFIED', { outcome: 'not_found' }],
]);

function refused(body: unknown): Rejection | Unavailable | undefined {
  if (!CodeBody.Check(body)) return undefined;
  return (
    CODES.get(body.response_code ?? '') ??
    STATUSES.get(body.verification?.status ?? '') ??
    outcomeOfMessage(body.detail ?? body.message)
  );
}

/** In answers about a face, "not found" and "blocked" have no meaning. */
function faceRefused(body: unknown): Rejection | Unavailable | undefined {
  const refusal = refused(body);
  if (refusal?.outcome !== 'not_found' && refusal?.outcome !== 'mismatch') return refusal;
  return CodeBody.Check(body) ? outcomeOfMessage(body.detail ?? body.message) : undefined;
}

function personOf(
  body: unknown,
  field: Register['field'],
  asked: string,
  now: Date,
): Answer<'bvn'> | undefined {
  if (!PersonBody.Check(body) || STATUSES.has(body.verification?.status ?? '')) return undefined;
  const found = body.data ?? body.nin_data ?? body.bvn_data ?? {};
  if (isOfAnother(asked, found[field])) return undefined;
  return person({
    first: found.firstName ?? found.firstname,
    middle: found.middleName ?? found.middlename,
    last: found.lastName ?? found.surname,
    full: found.identity_name,
    dateOfBirth: parseDate(
      found.dateOfBirth ?? found.birthdate ?? found.date_of_birth,
      ['D-Mon-YYYY', 'D-Mon-YY', 'DD-MM-YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD'],
      now,
    ),
    gender: found.gender,
    phone: found.phoneNumber1 ?? found.telephoneno,
    address: found.residentialAddress,
  });
}

function accountOf(body: unknown, asked: string): Answer<'account'> | undefined {
  if (!AccountBody.Check(body)) return undefined;
  const found = body.account_data ?? body['account data'];
  if (isOfAnother(asked, found?.account_number)) return undefined;
  const accountName = clean(found?.account_name);
  return accountName === null ? undefined : { outcome: 'ok', accountName };
}

function livenessOf(body: unknown): Answer<'liveness'> | undefined {
  if (!FaceBody.Check(body)) return undefined;
  const score = body.confidence_in_percentage ?? body.data?.confidence_in_percentage;
  if (score === undefined) return undefined;
  return body.status && body.response_code === '00'
    ? { outcome: 'ok', passed: true, score }
    : { outcome: 'ok', passed: false, score, reason: 'spoof' };
}

function similarityOf(body: unknown): Answer<'face_match'> | undefined {
  if (!FaceBody.Check(body)) return undefined;
  const similarity = body.confidence ?? body.data?.confidence;
  if (similarity !== undefined) return { outcome: 'ok', similarity, scoreKind: 'similarity' };
  // A refusal may lack a number; an approval without one is not accepted.
  return !body.status && /\bnot match\b/i.test(body.detail ?? body.message ?? '')
    ? { outcome: 'ok', similarity: 0, scoreKind: 'decision' }
    : undefined;
}

/** A path, and the field of its record that repeats the number. */
type Register = { path: string; field: 'bvn' | 'nin' | 'identity_number' };
const REGISTERS: Record<'bvn' | 'nin', Record<string, Register>> = {
  bvn: { NG: { path: '/verification/bvn', field: 'bvn' } },
  nin: {
    NG: { path: '/verification/vnin-basic', field: 'nin' },
    KE: { path: '/verification/ke/national_id', field: 'identity_number' },
  },
};

function base64(image: Image): string {
  return image.bytes.toString('base64');
}

/** https://docs.prembly.com: Nigeria's registers and accounts, Kenya's ids, faces. */
export const prembly: AdapterDefinition = {
  name: 'prembly',
  credentials: ['appId', 'apiKey'],
  defaultBaseUrl: 'https://api.prembly.com',
  fields: namesIn(PersonBody, AccountBody, FaceBody, CodeBody),
  create: ({ appId, apiKey }) => {
    const post = (path: string, json: Record<string, string>): UpstreamRequest => ({
      method: 'POST',
      path,
      headers: { 'app-id': appId!, 'x-api-key': apiKey! },
      body: { json },
    });

    const lookUp =
      (registers: Record<string, Register>) =>
      async (
        { country, identifier }: LookupOf['bvn'],
        upstream: Upstream,
      ): Promise<Answer<'bvn'>> => {
        const register = registers[country];
        if (!register) return { outcome: 'invalid_input', reason: 'unsupported_country' };
        return exchange(upstream, post(register.path, { number: identifier }), {
          found: (body) => personOf(body, register.field, identifier, upstream.now()),
          refused,
        });
      };

    return {
      bvn: { countries: Object.keys(REGISTERS.bvn), ask: lookUp(REGISTERS.bvn) },
      nin: { countries: Object.keys(REGISTERS.nin), ask: lookUp(REGISTERS.nin) },
      account: {
        countries: ['NG'],
        ask: ({ accountNumber, bankCode }, upstream) =>
          exchange(
            upstream,
            post('/verification/bank_account/basic', {
              number: accountNumber,
              bank_code: bankCode,
            }),
            { found: (body) => accountOf(body, accountNumber), refused },
          ),
      },
      liveness: {
        countries: faceCountries(),
        ask: ({ image }, upstream) =>
          exchange(
            upstream,
            post('/verification/biometrics/face/liveliness_check', { image: base64(image) }),
            { found: livenessOf, refused: faceRefused },
          ),
      },
      face_match: {
        countries: faceCountries(),
        ask: ({ selfie, reference }, upstream) =>
          exchange(
            upstream,
            post('/verification/biometrics/face/comparison', {
              image_one: base64(reference),
              image_two: base64(selfie),
            }),
            { found: similarityOf, refused: faceRefused },
          ),
      },
    };
  },
};
