import { kindsCatalogue } from '../kinds/catalogue.ts';
/** Values that the examples of several routes share. */
const VERIFICATION_ID = 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0';
const SUBJECT_ID = 'customer-1042';
const PROVIDER = 'provider-1';
const MATCH_AGAINST = { firstName: 'Adaeze', lastName: 'Okafor', dateOfBirth: '1991-04-12' };
const EXAMPLE_PROFILE = {
  firstName: 'ADAEZE',
  middleName: 'CHIOMA',
  lastName: 'OKAFOR',
  dateOfBirth: '1991-04-12',
  gender: 'female' as const,
  phoneNumber: null,
  address: null,
};

/** Stripes, which the sandbox accepts as a face. */
const IMAGE = {
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEX///+AQCB/4KczAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFElEQVQoz2P4DwQMIDDKGGWQzgAA8SD/ATxUg1EAAAAASUVORK5CYII=',
  contentType: 'image/png' as const,
};
const EXAMPLE_VERIFIED = { verificationId: VERIFICATION_ID, status: 'verified' as const };
const PERSON = {
  ...EXAMPLE_VERIFIED,
  matchScore: 100,
  profile: EXAMPLE_PROFILE,
  fields: {
    firstName: 'same' as const,
    middleName: null,
    lastName: 'same' as const,
    dateOfBirth: 'same',
  },
};

const EXAMPLE = {
  subjectId: 'customer-1042',
  country: 'GH',
  kind: 'nin' as const,
  identifier: 'GHA-123456789-0',
};

const EXAMPLE_FOUND = {
  verificationId: 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0',
  kind: 'nin' as const,
  country: 'GH',
  status: 'verified' as const,
  profile: EXAMPLE_PROFILE,
  resolvedName: null,
  provider: 'provider-1',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  resolveIdentity: { body: EXAMPLE, data: EXAMPLE_FOUND },
  verifyIdentity: {
    body: { ...EXAMPLE, matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' } },
    data: { ...EXAMPLE_FOUND, matchScore: 100, fields: PERSON.fields },
  },
  listIdentityKinds: { data: { kinds: [kindsCatalogue[0]] } },
  verifyBvn: {
    body: { subjectId: SUBJECT_ID, bvn: '22123456780', matchAgainst: MATCH_AGAINST },
    data: { ...PERSON, kind: 'bvn' },
  },
  verifyNin: {
    body: { subjectId: SUBJECT_ID, nin: '22123456780', matchAgainst: MATCH_AGAINST },
    data: { ...PERSON, kind: 'nin' },
  },
  checkLiveness: {
    body: { subjectId: SUBJECT_ID, image: IMAGE },
    data: { ...EXAMPLE_VERIFIED, kind: 'liveness', score: 97, provider: PROVIDER },
  },
  matchFaces: {
    body: { subjectId: SUBJECT_ID, selfie: IMAGE, reference: IMAGE },
    data: { ...EXAMPLE_VERIFIED, kind: 'face_match', similarity: 92, provider: PROVIDER },
  },
  verifyAccount: {
    body: {
      subjectId: SUBJECT_ID,
      accountNumber: '0123456780',
      bankCode: '058',
      expectedName: { firstName: 'Adaeze', lastName: 'Okafor' },
    },
    data: {
      ...EXAMPLE_VERIFIED,
      kind: 'account',
      matchScore: 100,
      resolvedName: 'OKAFOR ADAEZE CHIOMA',
      provider: PROVIDER,
      fields: { ...PERSON.fields, dateOfBirth: null },
    },
  },
};
