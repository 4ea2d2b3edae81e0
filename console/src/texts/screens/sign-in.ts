import { textsOf } from '../text.ts';

/** Texts about signing in, and in again. */
const SIGN_IN = {
  'signIn.title': 'Sign in to Oriki',
  'signIn.ended':
    'Your session has ended. Your input is kept on this page. Sign in again to continue.',
  'signIn.none':
    'No identity provider is set up. An operator can print a link with "oriki console login".',
  'signIn.organization': 'Organization id (leave empty to sign in as an operator)',
  'signIn.find': 'Show providers',
  'signIn.with': 'Sign in with {name}',
  'signIn.again': 'I have signed in again',
} as const;

export const t = textsOf(SIGN_IN);
