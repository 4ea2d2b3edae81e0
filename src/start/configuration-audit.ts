/** The audit row of a process that starts with a different configuration from the previous process. */
import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { settings, type Config } from '../config/config.ts';
import { lastAction } from '../modules/audit/index.ts';
import { PLATFORM } from '../platform/audit/action.ts';
import { newAction, writeActions } from '../platform/audit/audit.ts';
import type { Database } from '../platform/db/database.ts';

const ACTION = 'configuration.change';

/** Settings of one machine or process, which may differ within one service. */
const OWN = new Set<string>([
  'port',
  'adminPort',
  'host',
  'dataDir',
  'screeningIndexFolder',
  'processes',
  'role',
]);

/**
 * Returns the settings that differ from the default, by name, each as a keyed hash of its value. The hashes only show
 * whether values differ.
 */
function digestsOf(config: Config, secret: string): Record<string, string> {
  const digests: Record<string, string> = {};
  for (const [key, { env, default: text, parse }] of Object.entries(settings)) {
    const value = JSON.stringify(config[key as keyof Config]) ?? '';
    if (OWN.has(key) || value === (JSON.stringify(parse(text)) ?? '')) continue;
    const hmac = createHmac('sha256', secret).update(`oriki configuration v1\n${env}\n${value}`);
    digests[env] = hmac.digest('hex').slice(0, 16);
  }
  return digests;
}

/**
 * Writes the row if a setting differs from the last process with the same role. Writes it once, even if several
 * processes start at the same time.
 */
export async function recordConfiguration(
  db: Database,
  config: Config,
  secret: string,
): Promise<void> {
  const digests = digestsOf(config, secret);
  await db.transaction(async (tx) => {
    const last = await lastAction(tx, PLATFORM, ACTION, config.role);
    const before = (last?.after?.['digests'] ?? {}) as Record<string, string>;
    const names = [...new Set([...Object.keys(before), ...Object.keys(digests)])].toSorted();
    const changed = names.filter((name) => before[name] !== digests[name]);
    if (last && changed.length === 0) return;
    const action = newAction({
      orgId: PLATFORM,
      actor: { kind: 'service', id: hostname(), via: null, requestId: null, address: null },
      action: ACTION,
      object: config.role,
      after: { changed, digests },
    });
    await writeActions(tx, [action]);
  });
}
