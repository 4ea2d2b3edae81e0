/** Preloaded (`NODE_OPTIONS=--import`) by a process that queries the DNS server in ORIKI_TEST_DNS. */
import { Resolver } from 'node:dns/promises';

const servers = [process.env['ORIKI_TEST_DNS'] ?? ''];

for (const method of ['resolve4', 'resolve6'] as const) {
  const resolve = Resolver.prototype[method] as (this: Resolver, name: string) => Promise<string[]>;
  Resolver.prototype[method] = function (this: Resolver, name: string) {
    // The servers are set only once, and not while the resolver queries the other address family.
    if (this.getServers().join() !== servers.join()) this.setServers(servers);
    return resolve.call(this, name);
  } as never;
}
