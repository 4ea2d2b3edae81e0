import { expect } from 'vitest';
import { call } from './app.ts';
import { asOwner, cloneDatabase } from './database.ts';
import { cleanUp, service, tenant, type ServiceProcess } from './process.ts';
import { startReceiver } from './receiver.ts';
import { named, openDatabase } from './webhook-checks.ts';

export type DeliveryPlace = Awaited<ReturnType<typeof startDeliveryPlace>>;

/** Makes a database with an organization and starts a receiver, for tests of processes that deliver webhooks. */
export async function startDeliveryPlace(settings: Record<string, string>) {
  const databaseUrl = await cloneDatabase();
  const db = openDatabase(asOwner(databaseUrl));
  const org = await tenant(databaseUrl);
  const receiver = await startReceiver();
  const env = {
    ORIKI_KMS: 'none',
    ORIKI_RATE_LIMITS: 'off',
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ...settings,
  };
  return {
    db,
    org,
    receiver,
    /** Starts a process. @param name identifies its database sessions */
    start: (role: string, name = role): ServiceProcess =>
      service({ ...env, ORIKI_ROLE: role, DATABASE_URL: named(databaseUrl, name) }),
    /** Sends a POST that must succeed. @returns the data of the answer */
    async post(api: ServiceProcess, path: string, body: unknown) {
      const answer = await call(api.url, 'POST', `/api/v1${path}`, { key: org.key, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body.data;
    },
    async stop(): Promise<void> {
      await cleanUp();
      await db.close();
      await receiver.stop();
    },
  };
}
