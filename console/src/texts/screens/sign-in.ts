import { textsOf } from '../text.ts';

/** Texts about signing in, and in again. */
const SIGN_IN = {
  'signIn.title': 'Sign in to Oriki',
  'signIn.ended':
    'Your session has ended. This page keeps what you have entered, and continues after you sign in.',
  'signIn.none':
    'No identity provider is set up. An operator can print a link with "oriki console login".',
  'signIn.another': 'Another organization',
  'signIn.to': 'Sign in to {name}',
  'signIn.address': 'Sign-in address of your organization',
  'signIn.addressWhy': 'Its admins find this address on the screen Members.',
  'signIn.asOperator': 'Sign in as an operator',
  'signIn.find': 'Show providers',
  'signIn.with': 'Sign in with {name}',
  'signIn.inTab': 'Sign in, in another tab',
  'signIn.still': 'You are not signed in yet. Sign in in the other tab, then return here.',
  'signIn.again': 'I have signed in again',
} as const;

export const t = textsOf(SIGN_IN);
