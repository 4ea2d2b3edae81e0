#!/usr/bin/env node
import { ConfigError, loadConfig, type Config } from './config.ts';
import type { DemoTenant } from './modules/tenants/index.ts';
import { createLogger } from './platform/observability/logger.ts';
import { StartError } from './open.ts';
import { startService, type Service } from './service.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** What a new user can paste into another terminal. Printed once: the key is not stored. */
export function demoLines(demo: DemoTenant, url: string): string {
  return `
A demo organization was created. Its key is shown only now:

  export ORIKI_KEY=${demo.key}

Try it (without ORIKI_PROVIDERS_FILE the sandbox answers for identities, and invents what it says):

  curl -s ${url}/api/v1/identity/verify-bvn -H "x-api-key: $ORIKI_KEY" -H 'content-type: application/json' \\
    -d '{"subjectId":"demo","bvn":"22222222220","matchAgainst":{"firstName":"Adaeze","lastName":"Okafor"}}'
  curl -s ${url}/api/v1/fraud/lists -H "x-api-key: $ORIKI_KEY" -H 'content-type: application/json' \\
    -d '{"source":"demo","name":"Demo blocklist","kind":"tenant_blocklist"}'
  curl -s ${url}/api/v1/fraud/screen -H "x-api-key: $ORIKI_KEY" -H 'content-type: application/json' \\
    -d '{"name":"Adaeze Okonkwo"}'
  curl -s ${url}/api/v1/fraud/screenings -H "x-api-key: $ORIKI_KEY"

The API is described at ${url}/api/docs. "npm run demo" shows a verification and a whole screening.
`;
}

/** Resolves with the first signal; from then on another one ends the process at once. */
export function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals): void => {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      process.once('SIGINT', () => process.exit(130));
      process.once('SIGTERM', () => process.exit(143));
      resolve(signal);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}

/**
 * Runs the service until a signal stops it; a second signal stops it at once. A signal during the start
 * lets it finish first, so that no half-started database is left behind.
 */
export async function serve(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  const stopRequested = firstSignal();
  const service: Service = await startService(config, { log, progress: say });
  if (service.demo)
    say(demoLines(service.demo, service.url ?? `http://${config.host}:${config.port}`));
  log.info({ role: config.role, url: service.url, adminUrl: service.adminUrl }, 'ready');
  if (service.url) say(`Oriki is ready: ${service.url}`);
  log.info({ signal: await stopRequested }, 'stopping');
  try {
    await service.stop();
  } catch (error) {
    log.error({ err: error }, 'the stop failed');
    process.exitCode = 1;
  }
}

/** Prints what is wrong in the operator's words and sets the exit code. */
export function reportFailure(error: unknown): void {
  if (error instanceof ConfigError) {
    say(error.message);
    process.exitCode = ConfigError.exitCode;
  } else if (error instanceof StartError) {
    say(error.message);
    process.exitCode = error.exitCode;
  } else {
    say(
      `Oriki could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    process.exitCode = 1;
  }
}

if (import.meta.main) {
  try {
    await serve(loadConfig());
  } catch (error) {
    reportFailure(error);
  }
}
