import type { Config } from '../../config/config.ts';
import { findings, type Finding } from './finding.ts';

/**
 * Checks that the trusted proxies send the address of the client.
 * @param silent addresses of proxies that recently did not; undefined unless the process serves
 */
export function checkProxies(
  { trustedProxies, clientAddressHeader }: Config,
  silent: readonly string[] | undefined,
): Finding[] {
  if (trustedProxies.length === 0) return [];
  const { ok, warn, skip } = findings('proxies', 'operations/load-balancer.md');
  if (!silent)
    return [skip('only a process that serves knows: ask it in the console, or over the API')];
  return silent.length === 0
    ? [ok(`every request of a trusted proxy had the header ${clientAddressHeader}`)]
    : [
        warn(
          `trusted proxies that sent requests without the header ${clientAddressHeader}: ${silent.join(', ')}`,
          'let them send it, or name in ORIKI_CLIENT_ADDRESS_HEADER the one that they send: until then their clients share limits',
        ),
      ];
}
