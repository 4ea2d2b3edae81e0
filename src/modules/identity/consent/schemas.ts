import { Type, type Static } from 'typebox';
import {
  ExternalId,
  Instant,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { KINDS } from '../kinds/schemas.ts';

export const CONSENT_PREFIX = 'consent';

const CHANNELS = ['web', 'app', 'ussd', 'message', 'call', 'branch', 'agent', 'paper'] as const;

/** A word without spaces and `@`, which excludes names of people and e-mail addresses. */
function word(description: string) {
  return Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: definePattern(
      '^[A-Za-z0-9][A-Za-z0-9._:/-]*$',
      'must be letters, digits and . _ : / - without spaces, beginning with a letter or digit',
    ),
    description,
  });
}

const channel = StringEnum('ConsentChannel', CHANNELS, { description: 'How it was given.' });
const given = {
  purpose: word('What the person agreed to, as your own word: `kyc`, `credit-check`.'),
  textVersion: word('The version of the text that the person saw.'),
  channel,
  givenAt: Instant('When it was given; not in the future.'),
  reference: word(
    'Your own id of your record of the consent, one for each consent of the subject. Not personal data.',
  ),
};

/** A consent as a verification carries it. */
export const ConsentGiven = Strict(given, {
  title: 'ConsentGiven',
  description: 'The consent of the person, without personal data: docs/consent.md.',
});
export type ConsentGiven = Static<typeof ConsentGiven>;

/** The field of requests that verify. */
export const consentField = Type.Optional(ConsentGiven);

/** The field of answers about a subject. */
export const consentWithdrawnAt = Type.Optional({
  ...Timestamp('When a consent of the subject was last withdrawn; omitted if none was.'),
  examples: ['2026-11-22T08:00:00.000Z'],
});

export const RecordConsent = Strict({
  subjectId: ExternalId({
    maxLength: 200,
    pattern: '\\S',
    description: 'Your own id of the person, as in verifications.',
  }),
  ...given,
});
export type RecordConsent = Static<typeof RecordConsent>;

export const Consent = Type.Object(
  {
    id: Type.String(),
    subjectId: Type.String(),
    purpose: Type.String(),
    textVersion: Type.String(),
    channel,
    givenAt: Timestamp('When it was given.'),
    reference: Type.String(),
    sha256: Type.String({
      description: 'Hash of the consent, in hex, as in the metadata of verifications that used it.',
    }),
    recordedAt: Timestamp('When Oriki recorded it.'),
    withdrawnAt: Nullable(Timestamp('x'), {
      description: 'When it was withdrawn; null while it can be used.',
    }),
  },
  { title: 'Consent' },
);
export type Consent = Static<typeof Consent>;
export const ConsentPage = PageOf(Consent);

export const ConsentQuery = Type.Object({
  subjectId: Type.Optional(ExternalId({ description: 'Only consents of this subject.' })),
  ...pageQuery(PAGE_CAP),
});

const consentKinds = Type.Array(StringEnum('VerificationKind', KINDS), {
  uniqueItems: true,
  maxItems: KINDS.length,
  description: 'Kinds of verification that require a `consent`; without one they are 400.',
});
export const IdentitySettings = Type.Object(
  { organizationId: Type.String(), consentKinds },
  { title: 'IdentitySettings' },
);
export type IdentitySettings = Static<typeof IdentitySettings>;
export const UpdateIdentitySettings = Strict({ consentKinds: Type.Optional(consentKinds) });
export type UpdateIdentitySettings = Static<typeof UpdateIdentitySettings>;
