import { Type, type Static } from 'typebox';
import '../../../platform/calendar/iso-time.ts';
import { ExternalId, Nullable, Only, Strict, StringEnum } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { consentField, consentWithdrawnAt } from '../consent/schemas.ts';
import { BiometricImage } from '../images/schemas.ts';
import { HOME_COUNTRY, REQUESTED_KINDS } from '../kinds/schemas.ts';

export const DEFAULT_FACE_THRESHOLD = 65;
export const DEFAULT_ACCOUNT_THRESHOLD = 70;

export const subjectId = ExternalId({
  maxLength: 200,
  pattern: '\\S',
  description:
    'Your own id of the person or merchant. It is stored in the clear, so do not use personal data.',
});
function name(which: string) {
  return Type.String({ maxLength: 200, pattern: '\\S', description: `The expected ${which}.` });
}
const ExpectedName = {
  firstName: name('first name, or first names'),
  lastName: name('last name'),
};
const middleName = Type.Optional(
  name('middle name, or middle names; another middle name in the register is a difference'),
);
export const MatchAgainst = Strict(
  {
    ...ExpectedName,
    dateOfBirth: Type.Optional(
      Type.String({
        format: 'iso-8601',
        description: 'ISO 8601. If the register has another date, the score is 15 points lower.',
      }),
    ),
    middleName,
  },
  { title: 'MatchAgainst' },
);
const country = Type.Optional(
  Type.String({
    format: 'iso-3166-1-alpha-2',
    default: HOME_COUNTRY,
    description: 'ISO 3166-1 alpha-2. `GET /identity/kinds` lists the countries of numbers.',
  }),
);

/** The fields that end every request of a kind. */
const common = { country, consent: consentField };

export const VerifyBvn = Strict({
  subjectId,
  bvn: Type.String({
    pattern: definePattern('^[0-9]{11}$', 'must be exactly 11 digits'),
    description: 'The Bank Verification Number: exactly 11 digits.',
  }),
  matchAgainst: MatchAgainst,
  ...common,
});
export const VerifyNin = Strict({
  subjectId,
  nin: Type.String({
    'x-pattern': '^[0-9]{11}$',
    description:
      'The primary national identifier of the country. In Nigeria the National Identification Number: exactly 11 digits.',
  }),
  matchAgainst: MatchAgainst,
  ...common,
});
export const CheckLiveness = Strict({ subjectId, image: BiometricImage, ...common });
export const MatchFaces = Strict({
  subjectId,
  selfie: BiometricImage,
  reference: BiometricImage,
  threshold: Type.Optional(
    Type.Number({
      default: DEFAULT_FACE_THRESHOLD,
      description: 'Similarity from which the faces match; clamped to 0 to 100.',
    }),
  ),
  ...common,
});
export const VerifyAccount = Strict({
  subjectId,
  accountNumber: Type.String({
    maxLength: 40,
    'x-pattern': '^[0-9]{10}$',
    description: 'In the format of the country. In Nigeria a NUBAN: 10 digits.',
  }),
  bankCode: Type.String({
    maxLength: 40,
    'x-pattern': '^[0-9]{3,6}[A-Z]?$',
    description: 'Code of the bank in the country, such as 058.',
  }),
  expectedName: Strict({ ...ExpectedName, middleName }, { title: 'ExpectedName' }),
  threshold: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      default: DEFAULT_ACCOUNT_THRESHOLD,
      description: 'Score from which the account belongs to the expected name.',
    }),
  ),
  ...common,
});

const generic = {
  subjectId,
  country: Type.String({ format: 'iso-3166-1-alpha-2', description: 'ISO 3166-1 alpha-2.' }),
  kind: StringEnum('IdentifierKind', REQUESTED_KINDS, {
    description:
      '`nin` is the primary national identifier of the country; `vnin` is the virtual one that represents it in Nigeria.',
  }),
  identifier: Type.String({
    maxLength: 64,
    description: 'In the format that `GET /identity/kinds` returns for country and kind.',
  }),
  bankCode: Type.Optional(
    Type.String({ maxLength: 40, description: 'Required with `account`, and rejected otherwise.' }),
  ),
};
export const Resolve = Strict({ ...generic, consent: consentField });
export type Resolve = Static<typeof Resolve>;
export const Verify = Strict({
  ...generic,
  matchAgainst: MatchAgainst,
  consent: consentField,
});
export type Verify = Static<typeof Verify>;

const nullableText = Nullable(Type.String());
const Profile = Nullable(
  Type.Object(
    {
      firstName: nullableText,
      middleName: nullableText,
      lastName: Nullable(Type.String(), {
        description: 'The whole name if the register does not divide it.',
      }),
      dateOfBirth: Nullable(Type.String(), { description: '`YYYY-MM-DD`.' }),
      gender: Nullable(StringEnum('Gender', ['male', 'female'])),
      phoneNumber: nullableText,
      address: nullableText,
    },
    { title: 'IdentityProfile' },
  ),
  {
    description:
      'Data from the register; null when nothing was found or no provider could be asked.',
  },
);

export const Status = StringEnum('VerificationStatus', ['verified', 'failed', 'provider_down'], {
  description:
    '`provider_down`: no provider could be reached. The request waits in the dead letters.',
});
const verificationId = Type.String({ description: 'Id of the audit row.' });
function score(what: string) {
  return Nullable(Type.Number(), {
    description: `${what}, 0 to 100; null with \`provider_down\`.`,
  });
}
const provider = Nullable(Type.String(), {
  description: 'Label of the provider that answered; null with `provider_down`.',
});
const reason = Type.Optional(
  Type.String({
    description: 'With `failed`, the reason: one word. More may be added.',
    examples: ['not_found', 'name_mismatch'],
  }),
);
function kindOf<const K extends string>(kind: K) {
  return Only(kind);
}

const Verdict = StringEnum('FieldVerdict', ['same', 'partly', 'different', 'missing']);
const fields = Type.Optional(
  Type.Object(
    {
      firstName: Nullable(Verdict),
      middleName: Nullable(Verdict),
      lastName: Nullable(Verdict),
      dateOfBirth: Nullable(Type.String(), {
        description:
          '`same`, `different`, `day_month_swapped`, `year_only`, `unreadable` or `ambiguous_time`; more may be added.',
      }),
    },
    {
      title: 'FieldVerdicts',
      description:
        'A verdict on each claimed field: all its words agree (`same`), some of them or an initial agree (`partly`), the record has ' +
        'another name (`different`) or no other name (`missing`). Null for a field that was not claimed or not compared. ' +
        'Words agree in any order of the record. Omitted where nothing was found.',
    },
  ),
);
const person = {
  status: Status,
  matchScore: score('Certainty of the name'),
  profile: Profile,
  fields,
  consentWithdrawnAt,
};
export const BvnResult = Type.Object({ verificationId, kind: kindOf('bvn'), ...person });
export const NinResult = Type.Object({ verificationId, kind: kindOf('nin'), ...person });
export const LivenessResult = Type.Object({
  verificationId,
  kind: kindOf('liveness'),
  status: Status,
  score: score('Certainty that it is a live person'),
  provider,
  reason: Type.Optional(
    Type.String({
      description:
        'With `failed`: `spoof`, `occluded`, `low_quality` and others; more may be added.',
      examples: ['spoof', 'occluded', 'low_quality'],
    }),
  ),
  consentWithdrawnAt,
});
export const FaceMatchResult = Type.Object({
  verificationId,
  kind: kindOf('face_match'),
  status: Status,
  similarity: score('Similarity of the faces'),
  provider,
  consentWithdrawnAt,
});
const resolvedName = Nullable(Type.String(), { description: 'Name of the account.' });
export const AccountResult = Type.Object({
  verificationId,
  kind: kindOf('account'),
  status: Status,
  matchScore: score('Certainty of the name'),
  resolvedName,
  provider,
  fields,
  consentWithdrawnAt,
});

const found = {
  verificationId,
  // One type for all answers; only `GET /identity/kinds` lists all kinds.
  kind: StringEnum('IdentifierKind', REQUESTED_KINDS, {
    description: '`bvn`, `nin` or `account`; a virtual number is also `nin`.',
  }),
  country: Type.String(),
  status: Status,
  profile: Profile,
  resolvedName,
  provider,
  reason,
};
export const ResolveResult = Type.Object(
  { ...found, consentWithdrawnAt },
  { title: 'IdentityResolution' },
);
export const VerifyResult = Type.Object(
  { ...found, matchScore: score('Certainty of the name'), fields, consentWithdrawnAt },
  { title: 'IdentityVerificationResult' },
);
