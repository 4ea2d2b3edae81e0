import { resolve } from 'node:path';
import { oneOf, optional, setting, wholeNumber } from './values.ts';

/** The settings about people who sign in. */
export const sessionSettings = {
  console: setting({
    env: 'ORIKI_CONSOLE',
    description:
      'Whose part of the console is served here, with their sign-in: that of tenants, of operators, both (`all`), or none (`off`).',
    default: 'all',
    parse: oneOf('off', 'tenant', 'operator', 'all'),
  }),
  signInFile: setting({
    env: 'ORIKI_SIGN_IN_FILE',
    description:
      'YAML or JSON file that names the OpenID Connect providers at which operators sign in. Without it they do so by ' +
      '`oriki console login` alone.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  sessionIdleSeconds: setting({
    env: 'ORIKI_SESSION_IDLE_SECONDS',
    description:
      'A session ends that was not used for so long. Use is noted once a minute, so it may end a minute earlier.',
    default: '900',
    parse: wholeNumber(120, 86_400),
  }),
  sessionSeconds: setting({
    env: 'ORIKI_SESSION_SECONDS',
    description: 'A session ends after so long, also if it is in use.',
    default: '28800',
    parse: wholeNumber(120, 30 * 86_400),
  }),
};
