import { Registry } from 'prom-client';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { OutboundClient } from '../../platform/outbound/client.ts';
import { ProviderChain, type ProvidersConfig } from './chain/chain.ts';
import { Consents } from './consent/consent.ts';
import { sandboxOnly } from './chain/providers-file.ts';
import { DeadLetters } from './verify/dead-letters/dead-letters.ts';
import type { DeadLetterMode } from './verify/dead-letters/schemas.ts';
import { makeDue } from './verify/dead-letters/store.ts';
import type { IdentityServices } from './access.ts';
import { Verifier } from './verify/verifier.ts';

/**
 * Creates the parts of identity verification in one process, and the functions that end them.
 * @throws AdapterSetupError when a provider lacks something on this machine
 */
export async function openIdentity(options: {
  db: Database;
  envelopes: Envelopes;
  providers: ProvidersConfig;
  /** The server secret. */
  secret: string;
  clients: { providers: OutboundClient; images: OutboundClient };
  deadLetters: DeadLetterMode;
  registry: Registry;
  log: Logger;
}): Promise<IdentityServices & { close: () => Promise<void> }> {
  const { db, envelopes, secret, log, registry } = options;
  const { providers: client, images } = options.clients;
  const chain = new ProviderChain(options.providers, {
    client,
    log,
    registry,
    onRecovered: (label) => {
      if (options.deadLetters === 'manual') return;
      for (const { read } of db.buckets?.all ?? [db])
        makeDue(read, label).catch((error: unknown) =>
          log.warn({ err: error }, 'dead letters of a recovered provider could not be made due'),
        );
    },
  });
  await chain.start();
  const { sandbox, chains, unanswered } = chain.describe();
  if (sandbox) log.warn('the sandbox answers identity verifications with invented data');
  log.info({ chains }, 'providers of identity verification');
  if (unanswered.length > 0)
    log.warn({ kinds: unanswered }, 'no provider is configured for these kinds');
  // Metrics and alerts only concern real providers.
  const sandboxChain = new ProviderChain(sandboxOnly(), {
    client,
    log,
    registry: new Registry(),
    onRecovered: () => {},
  });
  await sandboxChain.start();
  const verifier = new Verifier({ envelopes, chain, sandbox: sandboxChain, secret, log });
  return {
    verifier,
    envelopes,
    chain,
    consents: new Consents(db),
    deadLetters: new DeadLetters({ db, envelopes, verifier, mode: options.deadLetters }),
    images,
    async close() {
      await chain.stop();
      await sandboxChain.stop();
      await Promise.all([client.close(), images.close()]);
    },
  };
}
