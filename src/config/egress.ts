import { isIP } from 'node:net';
import { rangeText } from '../platform/outbound/address.ts';
import { fail, oneOf, setting } from './values.ts';

/** Settings of the hosts to which data may go. */

const HOST = /^(\*\.)?(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

function hosts(text: string): string[] {
  const names = text.split(',').map((part) => part.trim().toLowerCase());
  return names
    .filter((name) => name !== '')
    .map((name) => {
      if (isIP(name) !== 0 || HOST.test(name)) return isIP(name) === 0 ? name : rangeText(name)!;
      return fail(`"${name}" is not a host, such as hooks.example.com or *.example.com`);
    });
}

export const egressSettings = {
  egress: setting({
    env: 'ORIKI_EGRESS',
    description:
      '`open`: webhooks, image addresses, identity providers and origins of lists may have any public host. ' +
      '`listed`: only hosts of `ORIKI_EGRESS_HOSTS`, and those that settings and their files name.',
    default: 'open',
    parse: oneOf('open', 'listed'),
  }),
  egressHosts: setting({
    env: 'ORIKI_EGRESS_HOSTS',
    description:
      'Comma-separated hosts for `ORIKI_EGRESS=listed`: names, addresses, or `*.example.com` for every name that ' +
      'ends in `.example.com`.',
    default: '',
    parse: hosts,
  }),
};

type EgressConfig = {
  readonly [K in keyof typeof egressSettings]: ReturnType<(typeof egressSettings)[K]['parse']>;
};

/** Returns the only hosts that organizations and operators may enter; undefined if all are allowed. */
export function listedHosts({ egress, egressHosts }: EgressConfig): readonly string[] | undefined {
  return egress === 'listed' ? egressHosts : undefined;
}

/** Returns the fault of these settings in combination, if there is one. */
export function egressProblems({ egress, egressHosts }: EgressConfig): string[] {
  return egress === 'open' && egressHosts.length > 0
    ? ['ORIKI_EGRESS_HOSTS is only for ORIKI_EGRESS=listed']
    : [];
}
