import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';

/** Starts the service before the tests of a file, and stops it after them. Until then the returned object is empty. */
export function testApp(...options: Parameters<typeof startTestApp>): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    Object.assign(app, await startTestApp(...options));
  });
  afterAll(() => app.stop());
  return app;
}
