/** The service with a vendor that needs a recorded consent, and one that needs none. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from './app.ts';
import { DOJAH_CREDENTIALS, startDojah } from './vendors/dojah.ts';
import type { VendorServer } from './vendors/server.ts';
import { startYouverify, YOUVERIFY_CREDENTIALS } from './vendors/youverify.ts';

export type ConsentApp = {
  app: TestApp;
  /** `provider-1`, which needs a recorded consent. */
  strict: VendorServer;
  /** `provider-2`, which needs none. */
  lax: VendorServer;
  stop: () => Promise<void>;
};

/** For BVNs only `provider-1` is asked, for NINs also `provider-2`. @param contract true if tenants hold consents under contract */
export async function startConsentApp(contract = false): Promise<ConsentApp> {
  const [strict, lax] = await Promise.all([startYouverify(), startDojah()]);
  const folder = await mkdtemp(join(tmpdir(), 'oriki-consent-'));
  const provider = async (label: string, adapter: string, url: string, secrets: object) => {
    const credentials: Record<string, { file: string }> = {};
    for (const [name, value] of Object.entries(secrets)) {
      await writeFile(join(folder, `${label}-${name}`), value as string);
      credentials[name] = { file: `${label}-${name}` };
    }
    return { label, adapter, baseUrl: url, credentials, retries: 0 };
  };
  const providers = [
    {
      ...(await provider('provider-1', 'youverify', strict.url, YOUVERIFY_CREDENTIALS)),
      breaker: { failures: 1000, openMs: 100 },
      ...(contract && { consent: 'contract' }),
    },
    await provider('provider-2', 'dojah', lax.url, DOJAH_CREDENTIALS),
  ];
  const chains = { bvn: { NG: ['provider-1'] }, nin: { NG: ['provider-1', 'provider-2'] } };
  const providersFile = join(folder, 'providers.json');
  await writeFile(providersFile, JSON.stringify({ providers, chains }));
  const app = await startTestApp({
    role: 'api',
    rateLimits: undefined,
    outboundAllow: ['127.0.0.0/8'],
    dataDir: folder,
    providersFile,
  });
  return {
    app,
    strict,
    lax,
    async stop() {
      await app.stop();
      await strict.stop();
      await lax.stop();
      await rm(folder, { recursive: true });
    },
  };
}
