import { Type, type Static } from 'typebox';
import {
  ExternalId,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  Strict,
  StringEnum,
  Timestamp,
} from '../../platform/http/schema.ts';
import {
  BiometricImage,
  ConsentGiven,
  consentWithdrawnAt,
  HOME_COUNTRY,
  MatchAgainst,
  subjectId,
  VerifyAccount,
  VerifyBvn,
  VerifyNin,
} from '../identity/index.ts';
import { ACTIONS, FIELDS, SESSION_STATUSES, STEP_STATUSES, STEPS } from './steps.ts';

export type { SessionStatus, StoredStep } from './steps.ts';

export const SESSION_PREFIX = 'idsession';

const SECONDS = { minimum: 300, maximum: 7 * 86_400, default: 86_400 };
/** The most addresses that an organization may list. */
const MOST_RETURN_URLS = 20;
const MAX_URL = 500;

const stepType = StringEnum('SessionStepType', STEPS);
const country = Type.String({
  format: 'iso-3166-1-alpha-2',
  default: HOME_COUNTRY,
  description: 'ISO 3166-1 alpha-2: the country of the numbers.',
});

const { purpose, textVersion, channel } = ConsentGiven.properties;

/** The consent for which a step asks. */
export const AskedConsent = Strict(
  {
    purpose,
    textVersion,
    text: Type.String({
      maxLength: 4000,
      pattern: '\\S',
      description: 'The text to which the person agrees, as the hosted page shows it.',
    }),
    channel: Type.Optional(channel),
  },
  { title: 'SessionConsent', description: 'Required with the step `consent`.' },
);

export type AskedConsent = Static<typeof AskedConsent>;

export const CreateSession = Strict({
  subjectId,
  steps: Type.Array(stepType, {
    minItems: 1,
    maxItems: STEPS.length,
    uniqueItems: true,
    description: 'In the order in which they run.',
  }),
  country: Type.Optional(country),
  person: Type.Optional(MatchAgainst),
  consent: Type.Optional(AskedConsent),
  returnUrl: Type.Optional(
    Type.String({
      maxLength: MAX_URL,
      description:
        'Address to which the person returns, exactly as in the settings of sessions. Oriki adds `session=` with the id.',
    }),
  ),
  expiresIn: Type.Optional(
    Type.Integer({ ...SECONDS, description: 'Seconds until the session expires.' }),
  ),
});
export type CreateSession = Static<typeof CreateSession>;

export const StepInput = Strict({
  step: stepType,
  attempt: Type.Integer({
    minimum: 1,
    description:
      'The `attempt` of `nextAction`. A repeat of an attempt that has ended changes nothing.',
  }),
  agreed: Type.Optional(
    Type.Boolean({ description: 'With `consent`: false refuses, and the session fails.' }),
  ),
  bvn: Type.Optional(VerifyBvn.properties.bvn),
  nin: Type.Optional(VerifyNin.properties.nin),
  accountNumber: Type.Optional(VerifyAccount.properties.accountNumber),
  bankCode: Type.Optional(VerifyAccount.properties.bankCode),
  person: Type.Optional(MatchAgainst),
  selfie: Type.Optional(BiometricImage),
  reference: Type.Optional(BiometricImage),
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The code of the register: typed by the person, or from the address of return.',
    }),
  ),
});
export type StepInput = Static<typeof StepInput>;

const SessionStep = Type.Object(
  {
    type: stepType,
    status: StringEnum('SessionStepStatus', STEP_STATUSES),
    attempts: Type.Integer({ description: 'Attempts that have ended.' }),
    reason: Nullable(Type.String(), {
      description:
        'Why the last attempt did not pass, in one word; null if it passed or there was none. More may be added.',
      examples: ['name_mismatch', 'provider_down'],
    }),
    endedAt: Nullable(Timestamp('x'), { description: 'When the last attempt ended.' }),
    consentId: Type.Optional(Type.String()),
    verificationId: Type.Optional(Type.String({ description: 'Of the last attempt.' })),
    screeningId: Type.Optional(Type.String()),
  },
  { title: 'SessionStep' },
);

export const NextAction = Type.Object(
  {
    type: StringEnum('SessionActionType', ACTIONS, {
      description:
        '`text` and `image`: send `fields`. `otp`: send the code that the register has sent to the person. `redirect`: send the ' +
        'person to `url`, and then the code from the address at which the person returns. `none`: the step needs nothing; it ' +
        'runs with the next request, or by itself after some seconds.',
    }),
    step: stepType,
    attempt: Type.Integer({ description: 'Number of the attempt, from 1.' }),
    fields: Type.Array(StringEnum('SessionField', FIELDS), {
      description: 'Fields of the request that the step needs.',
    }),
    url: Type.Optional(
      Type.String({
        description: 'With `redirect`, where one session is read: the page of the register.',
      }),
    ),
    isRunning: Type.Boolean({ description: 'True while a request or the worker runs the step.' }),
    consent: Type.Optional(
      Type.Object(
        { purpose: Type.String(), textVersion: Type.String(), text: Type.String() },
        { description: 'Present for the step `consent`.' },
      ),
    ),
  },
  { title: 'SessionAction' },
);

export const Session = Type.Object(
  {
    id: Type.String(),
    subjectId: Type.String(),
    consentWithdrawnAt,
    country: Type.String(),
    status: StringEnum('SessionStatus', SESSION_STATUSES),
    steps: Type.Array(SessionStep, { description: 'In their order.' }),
    nextAction: Nullable(NextAction, { description: 'Null once the session has ended.' }),
    returnUrl: Nullable(Type.String()),
    createdBy: Type.String({ description: 'Id of the person or API key.' }),
    createdAt: Timestamp('When it was created.'),
    expiresAt: Timestamp('When it expires.'),
    endedAt: Nullable(Timestamp('x'), { description: 'Null while it is open.' }),
  },
  { title: 'IdentitySession' },
);
export type Session = Static<typeof Session>;
export const SessionPage = PageOf(Session);

export const SessionQuery = Type.Object({
  subjectId: Type.Optional(ExternalId({ description: 'Only sessions of this subject.' })),
  status: Type.Optional(StringEnum('SessionStatus', SESSION_STATUSES)),
  ...pageQuery(PAGE_CAP),
});
export type SessionQuery = Static<typeof SessionQuery>;

export const SessionLink = Type.Object(
  {
    id: Type.String({ description: 'Id of the session.' }),
    url: Type.String({
      description: 'Opens once, in one browser. Who has it can act as the person.',
    }),
    expiresAt: Timestamp('When the session expires.'),
  },
  { title: 'IdentitySessionLink' },
);
export type SessionLink = Static<typeof SessionLink>;

const returnUrls = Type.Array(
  Type.String({
    maxLength: MAX_URL,
    'x-pattern': String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^/\s\\#][^\s\\#]*$`,
  }),
  {
    maxItems: MOST_RETURN_URLS,
    uniqueItems: true,
    description:
      'Addresses that a session may name as `returnUrl`: https, or http on the own machine; no user, password, fragment or parameter ' +
      '`session`.',
  },
);
export const SessionSettings = Type.Object(
  { organizationId: Type.String(), returnUrls },
  { title: 'IdentitySessionSettings' },
);
export type SessionSettings = Static<typeof SessionSettings>;
export const UpdateSessionSettings = Strict({ returnUrls: Type.Optional(returnUrls) });
export type UpdateSessionSettings = Static<typeof UpdateSessionSettings>;
