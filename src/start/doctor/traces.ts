import { createConnection } from 'node:net';
import type { Config } from '../../config/config.ts';
import { tracesTarget } from '../open/tracing.ts';
import { findings, reasonOf, type Finding } from './finding.ts';

const PAGE = 'tracing.md';

const TIMEOUT_MS = 3000;
/** The SDK's default. */
const DEFAULT_TARGET = 'http://localhost:4318';

/** @throws if no program accepts connections there */
async function reach({ hostname, port, protocol }: URL): Promise<void> {
  const socket = createConnection({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    timeout: TIMEOUT_MS,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
      socket.once('timeout', () => reject(new Error('it does not answer')));
    });
  } finally {
    socket.destroy();
  }
}

/** Checks that the collector of traces accepts connections. Sends it no data. */
export async function checkTraces(config: Config): Promise<Finding> {
  const { ok, warn } = findings('traces', PAGE);
  const target = tracesTarget(config);
  if (target === null) return ok('they are off');
  const url = new URL(target ?? DEFAULT_TARGET);
  try {
    await reach(url);
    return ok(`the collector ${url.host} takes connections`);
  } catch (error) {
    return warn(
      `the collector ${url.host} cannot be reached (${reasonOf(error)}): traces are lost until it can`,
      'correct OTEL_EXPORTER_OTLP_ENDPOINT, or start the collector',
    );
  }
}
