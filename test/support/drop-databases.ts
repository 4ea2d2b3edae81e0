import { afterAll, inject } from 'vitest';
import { made } from './database.ts';
import { dropDatabases, dropSpread } from './servers/servers.ts';

// After everything else in the file: databases in memory take space from others.
afterAll(async () => {
  await dropDatabases(inject('serverUrl'), made.splice(0));
  await dropSpread();
});
