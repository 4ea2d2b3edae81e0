import { Client } from 'pg';
import { asOwner, cloneDatabase } from './database.ts';
import { startAccountVendor, writeProviders } from './identity-vendor.ts';
import { cleanUp, freshDataDir, tenant } from './process.ts';

/** Starts the vendor for an organization of a new database. `env` has the settings of processes that use both. */
export async function startAccountPlace() {
  const vendor = await startAccountVendor();
  const databaseUrl = await cloneDatabase();
  const dataDir = await freshDataDir();
  const owner = await tenant(databaseUrl);
  const client = new Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();
  const env = {
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: dataDir,
    ORIKI_PROVIDERS_FILE: await writeProviders(dataDir, vendor.url),
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_RATE_LIMITS: 'off',
    ORIKI_ROLE: 'api',
  };
  const stop = async (): Promise<void> => {
    await client.end();
    await cleanUp();
    await vendor.stop();
  };
  return { vendor, databaseUrl, owner, client, env, stop };
}
