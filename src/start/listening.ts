import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.ts';
import { clock } from '../platform/clock.ts';
import { listen } from '../platform/http/server.ts';
import { listenProblem, StartError } from './start-error.ts';

/** @param variable the setting of the port */
export function cannotListen(
  error: unknown,
  config: Config,
  variable: 'PORT' | 'ORIKI_ADMIN_PORT',
): unknown {
  const problem = listenProblem(error, variable);
  if (!problem) return error;
  const where = `${config.host}:${variable === 'PORT' ? config.port : config.adminPort}`;
  const { reason, advice } = problem;
  return new StartError(`cannot listen on ${where}: ${reason}; ${advice}`, 1, error);
}

/** Listens on the port. @throws StartError */
export async function takePort(listener: Server, config: Config): Promise<void> {
  try {
    await listen(listener, config);
  } catch (error) {
    throw cannotListen(error, config, 'PORT');
  }
}

export function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** The longest wait for a moment without new connections. */
const QUIET_WAIT_MS = 500;
/** A turn of the event loop with almost no work. */
const SHORT_TURN_MS = 0.5;

/**
 * Waits for a short turn of the event loop without a new connection. Closing the listener resets connections that wait
 * to be accepted, and nginx does not retry a POST that it has sent on such a connection. Without this wait, one stop in
 * three lost a caller's answer.
 */
async function untilQuiet(listener: Server): Promise<void> {
  let accepted = false;
  const note = (): void => void (accepted = true);
  listener.on('connection', note);
  const end = clock.monotonicMs() + QUIET_WAIT_MS;
  for (let began = clock.monotonicMs(), now = began; ; began = now) {
    accepted = false;
    await new Promise((resolve) => setImmediate(resolve));
    now = clock.monotonicMs();
    if ((!accepted && now - began < SHORT_TURN_MS) || now > end) break;
  }
  listener.off('connection', note);
}

/** Closes a listener once its requests are answered, or after the time-out. */
export async function closeListener(listener: Server, timeoutMs: number): Promise<void> {
  await untilQuiet(listener);
  const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
  listener.closeIdleConnections();
  const timer = setTimeout(() => listener.closeAllConnections(), timeoutMs);
  // Connections become idle one by one while their last requests finish.
  const sweep = setInterval(() => listener.closeIdleConnections(), 50);
  await closed;
  clearTimeout(timer);
  clearInterval(sweep);
}
