import { afterAll, inject } from 'vitest';
import { made } from './database.ts';
import { dropDatabases, dropSpread } from './servers/servers.ts';

// After all else that the file does: databases in memory are in the way of others.
afterAll(async () => {
  await dropDatabases(inject('serverUrl'), made.splice(0));
  await dropSpread();
});
