import { resolve } from 'node:path';
import { oneOf, optional, setting, wholeNumber } from './values.ts';

/** Settings of sign-in and sessions. */
export const sessionSettings = {
  console: setting({
    env: 'ORIKI_CONSOLE',
    description:
      'The part of the console that this process serves, with its sign-in: that of tenants, of operators, both ' +
      '(`all`), or none (`off`).',
    default: 'all',
    parse: oneOf('off', 'tenant', 'operator', 'all'),
  }),
  signInFile: setting({
    env: 'ORIKI_SIGN_IN_FILE',
    description:
      'YAML or JSON file that names the OpenID Connect providers of operators. Without it they sign in only by ' +
      '`oriki console login`.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  sessionIdleSeconds: setting({
    env: 'ORIKI_SESSION_IDLE_SECONDS',
    description: 'Seconds without use after which a session ends, measured to the minute.',
    default: '900',
    parse: wholeNumber(120, 86_400),
  }),
  sessionSeconds: setting({
    env: 'ORIKI_SESSION_SECONDS',
    description: 'Seconds after which a session ends, also if it is in use.',
    default: '28800',
    parse: wholeNumber(120, 30 * 86_400),
  }),
};
