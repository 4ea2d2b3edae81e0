import { textsOf } from '../text.ts';

/** Texts about signing in, and in again. */
const SIGN_IN = {
  'signIn.title': 'Sign in to Oriki',
  'signIn.ended':
    'Your session has ended. What you have entered is kept on this page; sign in again to go on.',
  'signIn.none':
    'There is no identity provider here. An operator prints a link with "oriki console login".',
  'signIn.organization': 'Organization id (leave empty to sign in as an operator)',
  'signIn.find': 'Show providers',
  'signIn.with': 'Sign in with {name}',
  'signIn.again': 'I have signed in again',
} as const;

export const t = textsOf(SIGN_IN);
