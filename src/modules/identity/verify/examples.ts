/** Values that the examples of several routes share. */
const VERIFICATION_ID = 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0';
export const SUBJECT_ID = 'customer-1042';
export const PROVIDER = 'provider-1';
export const MATCH_AGAINST = { firstName: 'Adaeze', lastName: 'Okafor', dateOfBirth: '1991-04-12' };
export const EXAMPLE_PROFILE = {
  firstName: 'ADAEZE',
  middleName: 'CHIOMA',
  lastName: 'OKAFOR',
  dateOfBirth: '1991-04-12',
  gender: 'female' as const,
  phoneNumber: null,
  address: null,
};

/** Stripes, which the sandbox accepts as a face. */
export const IMAGE = {
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEX///+AQCB/4KczAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFElEQVQoz2P4DwQMIDDKGGWQzgAA8SD/ATxUg1EAAAAASUVORK5CYII=',
  contentType: 'image/png' as const,
};
export const EXAMPLE_VERIFIED = { verificationId: VERIFICATION_ID, status: 'verified' as const };
export const PERSON = {
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
