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
} from '../adapter.ts';
import { parseDate, type DateFormat } from './dates.ts';
import { exchange, outcomeOfMessage, withQuery, namesIn } from './http-outcome.ts';
import { clean, isOfAnother, percent, person, repeated, text } from './person.ts';
import type { Image } from '../../images/schemas.ts';

/** Each register spells its fields differently. */
const PersonBody = Compile(
  Type.Object({
    entity: Type.Object({
      first_name: text,
      firstname: text,
      middle_name: text,
      middlename: text,
      last_name: text,
      surname: text,
      full_name: text,
      date_of_birth: text,
      birth_date: text,
      dateOfBirth: text,
      gender: text,
      sex: text,
      phone_number1: text,
      phone_number: text,
      telephone: text,
      mobile: text,
      residential_address: text,
      address: text,
      bvn: repeated,
      nin: repeated,
      id_number: repeated,
    }),
  }),
);
const AccountBody = Compile(
  Type.Object({ entity: Type.Object({ account_name: text, account_number: repeated }) }),
);
const LivenessBody = Compile(
  Type.Object({
    entity: Type.Object({
      liveness: Type.Object({ liveness_check: Type.Boolean(), liveness_probability: percent }),
      face: Type.Optional(
        Type.Object({
          face_detected: Type.Optional(Type.Boolean()),
          multiface_detected: Type.Optional(Type.Boolean()),
          details: Type.Optional(
            Type.Union([
              Type.Null(),
              Type.Object({ sunglasses: Type.Optional(Type.Object({ value: Type.Boolean() })) }),
            ]),
          ),
        }),
      ),
    }),
  }),
);
const ComparisonBody = Compile(
  Type.Object({ entity: Type.Object({ selfie: Type.Object({ confidence_value: percent }) }) }),
);
const FailureBody = Compile(Type.Object({ error: text, message: text }));

/** The vendor's limit: a higher probability is live. */
const LIVE_ABOVE = 50;

type Register = {
  path: string;
  parameter: 'bvn' | 'nin' | 'vnin' | 'id_number';
  dates: readonly DateFormat[];
};
const REGISTERS: Record<'bvn' | 'nin', Record<string, Register>> = {
  bvn: {
    NG: {
      path: '/api/v1/kyc/bvn/full',
      parameter: 'bvn',
      dates: ['D-Mon-YYYY', 'D-Mon-YY', 'YYYY-MM-DD', 'DD-MM-YYYY', 'DD/MM/YYYY'],
    },
  },
  nin: {
    NG: {
      path: '/api/v1/kyc/nin',
      parameter: 'nin',
      dates: ['DD-MM-YYYY', 'YYYY-MM-DD', 'D-Mon-YYYY', 'DD/MM/YYYY'],
    },
    ZA: { path: '/api/v1/za/kyc/id', parameter: 'id_number', dates: ['YYYY-MM-DD'] },
    ZW: { path: '/api/v1/zw/kyc/nin', parameter: 'id_number', dates: ['YYYY-MM-DD'] },
  },
};
const VIRTUAL: Register = {
  ...REGISTERS.nin['NG']!,
  path: '/api/v1/kyc/vnin',
  parameter: 'vnin',
};

function personOf(
  body: unknown,
  { parameter, dates }: Register,
  asked: string,
  now: Date,
): Answer<'bvn'> | undefined {
  if (!PersonBody.Check(body)) return undefined;
  const { entity } = body;
  if (parameter !== 'vnin' && isOfAnother(asked, entity[parameter])) return undefined;
  return person({
    first: entity.first_name ?? entity.firstname,
    middle: entity.middle_name ?? entity.middlename,
    last: entity.surname ?? entity.last_name,
    full: entity.full_name,
    dateOfBirth: parseDate(
      entity.date_of_birth ?? entity.birth_date ?? entity.dateOfBirth,
      dates,
      now,
    ),
    gender: entity.gender ?? entity.sex,
    phone: entity.phone_number1 ?? entity.phone_number ?? entity.telephone ?? entity.mobile,
    address: entity.residential_address ?? entity.address,
  });
}

function accountOf(body: unknown, asked: string): Answer<'account'> | undefined {
  if (!AccountBody.Check(body) || isOfAnother(asked, body.entity.account_number)) return undefined;
  const accountName = clean(body.entity.account_name);
  return accountName === null ? undefined : { outcome: 'ok', accountName };
}

function livenessOf(body: unknown): Answer<'liveness'> | undefined {
  if (!LivenessBody.Check(body)) return undefined;
  const { liveness, face } = body.entity;
  const score = liveness.liveness_probability;
  if (liveness.liveness_check && score > LIVE_ABOVE) return { outcome: 'ok', passed: true, score };
  let reason = 'spoof';
  if (face?.face_detected === false) reason = 'no_face';
  else if (face?.multiface_detected) reason = 'multiple_faces';
  else if (face?.details?.sunglasses?.value) reason = 'occluded';
  return { outcome: 'ok', passed: false, score, reason };
}

function similarityOf(body: unknown): Answer<'face_match'> | undefined {
  if (!ComparisonBody.Check(body)) return undefined;
  const similarity = body.entity.selfie.confidence_value;
  return { outcome: 'ok', similarity, scoreKind: 'similarity' };
}

function refused(body: unknown): Rejection | Unavailable | undefined {
  return FailureBody.Check(body) ? outcomeOfMessage(body.error ?? body.message) : undefined;
}

/** In answers about a face, "account not found" concerns something else. */
function faceRefused(body: unknown): Rejection | Unavailable | undefined {
  const refusal = refused(body);
  return refusal?.outcome === 'not_found' ? undefined : refusal;
}

function base64(image: Image): string {
  return image.bytes.toString('base64');
}

/** https://docs.dojah.io: Nigeria's registers and accounts, two other countries' ids, faces. */
export const dojah: AdapterDefinition = {
  name: 'dojah',
  credentials: ['appId', 'secretKey'],
  defaultBaseUrl: 'https://api.dojah.io',
  fields: namesIn(PersonBody, AccountBody, LivenessBody, ComparisonBody, FailureBody),
  create: ({ appId, secretKey }) => {
    // The key is sent alone, without a scheme.
    const headers = { AppId: appId!, Authorization: secretKey! };

    const lookUp =
      (registers: Record<string, Register>) =>
      async (
        { country, identifier, isVirtual }: LookupOf['bvn'],
        upstream: Upstream,
      ): Promise<Answer<'bvn'>> => {
        const register = isVirtual ? VIRTUAL : registers[country];
        if (!register) return { outcome: 'invalid_input', reason: 'unsupported_country' };
        const path = withQuery(register.path, { [register.parameter]: identifier });
        return exchange(
          upstream,
          { method: 'GET', path, headers },
          { found: (body) => personOf(body, register, identifier, upstream.now()), refused },
        );
      };

    return {
      bvn: { countries: Object.keys(REGISTERS.bvn), ask: lookUp(REGISTERS.bvn) },
      nin: {
        countries: Object.keys(REGISTERS.nin),
        takesVirtual: true,
        ask: lookUp(REGISTERS.nin),
      },
      account: {
        countries: ['NG'],
        ask: (lookup, upstream) => {
          const path = withQuery('/api/v1/general/account', {
            bank_code: lookup.bankCode,
            account_number: lookup.accountNumber,
          });
          return exchange(
            upstream,
            { method: 'GET', path, headers },
            { found: (body) => accountOf(body, lookup.accountNumber), refused },
          );
        },
      },
      liveness: {
        countries: faceCountries(),
        ask: ({ image }, upstream) => {
          const body = { json: { image: base64(image) } };
          return exchange(
            upstream,
            { method: 'POST', path: '/api/v1/ml/liveness/', headers, body },
            { found: livenessOf, refused: faceRefused },
          );
        },
      },
      face_match: {
        countries: faceCountries(),
        ask: ({ selfie, reference }, upstream) => {
          const body = {
            json: { selfie_image: base64(selfie), photoid_image: base64(reference) },
          };
          return exchange(
            upstream,
            { method: 'POST', path: '/api/v1/kyc/photoid/verify', headers, body },
            { found: similarityOf, refused: faceRefused },
          );
        },
      },
    };
  },
};
