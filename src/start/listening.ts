import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.ts';
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

/** @throws StartError */
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
