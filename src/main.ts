import type { Config } from './config.ts';
import type { DemoTenant } from './modules/tenants/index.ts';
import { createLogger } from './platform/observability/logger.ts';
import { exitCodeOf, firstSignal } from './signals.ts';
import { StartError } from './start-error.ts';

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

/**
 * Runs the service until a signal stops it; one more after two seconds ends it at once. A signal during the start gives
 * that up, and ends what was begun.
 * @throws StartError
 */
export async function serve(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  const start = new AbortController();
  const stopRequested = firstSignal().then((signal) => {
    const code = exitCodeOf(signal);
    start.abort(new StartError(`stopped by ${signal} before it was ready`, code));
    return signal;
  });
  // Loads most of the program: a mistake in the configuration is told without it.
  const { startService } = await import('./service.ts');
  const service = await startService(config, { log, progress: say, signal: start.signal });
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
