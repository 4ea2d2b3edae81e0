import { lookup, Resolver } from 'node:dns/promises';
import { codeOf, OutboundError } from './error.ts';

/**
 * Returns the addresses of a host name, preferred ones first.
 * @throws OutboundError `dns`; once `signal` is aborted, any error, soon
 */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

const QUERY_TIMEOUT_MS = 3000;
const TRIES = 2;
/**
 * The number of threads that may wait for names, of the four that `dns.lookup` shares with files and cryptography.
 */
const MAX_LOOKUPS = 2;

/**
 * Queries DNS without a thread (c-ares), so names whose servers never answer delay no other work. For a name unknown to
 * DNS it asks the system, which reads the hosts file.
 * @param servers DNS servers instead of the system's, for tests
 */
export async function resolveName(
  name: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<string[]> {
  // One resolver for each name, because a cancellation ends all queries of a resolver.
  const resolver = new Resolver({
    timeout: QUERY_TIMEOUT_MS,
    maxTimeout: QUERY_TIMEOUT_MS,
    tries: TRIES,
  });
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    if (addresses.length > 0) return [...new Set(addresses)];
    for (const answer of answers) {
      const code = answer.status === 'rejected' ? codeOf(answer.reason) : undefined;
      if (code === 'ETIMEOUT' || code === 'ECANCELLED') throw new OutboundError('dns', code);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return askSystem(name, signal);
}

let lookups = 0;
const waiting: (() => void)[] = [];

async function askSystem(name: string, signal: AbortSignal): Promise<string[]> {
  if (lookups < MAX_LOOKUPS) lookups++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    if (signal.aborted) throw new OutboundError('dns', 'ECANCELLED');
    const found = await lookup(name, { all: true, order: 'verbatim' });
    return [...new Set(found.map(({ address }) => address))];
  } catch (error) {
    throw new OutboundError('dns', codeOf(error));
  } finally {
    const next = waiting.shift();
    if (next) next();
    else lookups--;
  }
}
