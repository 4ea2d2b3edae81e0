import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { Config } from '../../config/config.ts';
import { openListener } from '../../platform/http/server.ts';
import { OutboundClient } from '../../platform/outbound/client.ts';
import { listenProblem } from '../start-error.ts';
import { findings, type Finding } from './finding.ts';

const PAGE = 'operations/start.md';

const TIMEOUT_MS = 2000;
/** The address for requests to a process that listens on all addresses. */
const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns true if a process of the service answers on the port. */
async function isService(host: string, port: number): Promise<boolean> {
  const found = await lookup(LOOPBACK[host] ?? host).catch(() => undefined);
  if (!found) return false;
  const { address } = found;
  const client = new OutboundClient({ allow: [address] });
  try {
    const { status, headers, body } = await client.request({
      url: `http://${isIPv6(address) ? `[${address}]` : address}:${port}/livez`,
      method: 'GET',
      headers: {},
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: 1024,
    });
    const alive = body.toString().startsWith('{"success":true,"data":{"status":');
    return status === 200 && alive && headers['x-request-id'] !== undefined;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

async function checkPort(
  config: Config,
  check: string,
  port: number,
  variable: 'PORT' | 'ORIKI_ADMIN_PORT',
): Promise<Finding> {
  const { ok, fail } = findings(check, PAGE);
  const where = `${config.host}:${port}`;
  if (port === 0) return ok('a free one is chosen');
  try {
    const listener = await openListener({ ...config, port });
    listener.close();
    listener.closeAllConnections();
    await once(listener, 'close');
    return ok(`${where} is free`);
  } catch (error) {
    const problem = listenProblem(error, variable);
    if (!problem) throw error;
    if (await isService(config.host, port)) return ok(`a process of Oriki uses ${where}`);
    return fail(`cannot listen on ${where}: ${problem.reason}`, problem.advice);
  }
}

/** Checks that the ports of a process are free, or in use by a process of the service. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const { role, port, adminPort } = config;
  const found: Finding[] = [];
  if (role !== 'worker') found.push(await checkPort(config, 'port', port, 'PORT'));
  if (adminPort !== undefined)
    found.push(await checkPort(config, 'admin port', adminPort, 'ORIKI_ADMIN_PORT'));
  return found;
}
