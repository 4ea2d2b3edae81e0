import { afterAll, inject } from 'vitest';
import { made } from './database.ts';
import { dropDatabases, dropSpread } from './servers/servers.ts';

// Runs after everything else in the file. Databases in memory take space from those of other files.
afterAll(async () => {
  await dropDatabases(inject('serverUrl'), made.splice(0));
  await dropSpread();
});
