import { DATA_DIR, TEST_SECRET, type TestApp } from './app.ts';
import { service, type ServiceProcess } from './process.ts';

/**
 * Starts a separate process on the database of an app, so that the test's own work does not delay it. Without rate
 * limits.
 */
export function startBeside(app: TestApp): Promise<ServiceProcess> {
  return service({
    ...app.env,
    ORIKI_SECRET: TEST_SECRET,
    ORIKI_DATA_DIR: DATA_DIR,
    ORIKI_RATE_LIMITS: 'off',
    ORIKI_ROLE: 'api',
  }).ready();
}
