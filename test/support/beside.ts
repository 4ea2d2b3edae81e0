import { DATA_DIR, TEST_SECRET, type TestApp } from './app.ts';
import { service, type ServiceProcess } from './process.ts';

/** A process of its own on the database of an app, so that the test's own work does not hold it up. Without rate limits. */
export function startBeside(app: TestApp): Promise<ServiceProcess> {
  return service({
    ...app.env,
    ORIKI_SECRET: TEST_SECRET,
    ORIKI_DATA_DIR: DATA_DIR,
    ORIKI_RATE_LIMITS: 'off',
    ORIKI_ROLE: 'api',
  }).ready();
}
