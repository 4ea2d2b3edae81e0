import { listedHosts } from '../../config/egress.ts';
import type { Config } from '../../config/config.ts';
import { enteredHosts, nameOf } from '../../modules/egress/index.ts';
import { selectMisplaced } from '../../modules/tenants/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { isListed } from '../../platform/outbound/address.ts';
import { forEachBucket } from './buckets.ts';
import { findings, type Finding } from './finding.ts';

/** The maximum number of hosts or ids in a message. */
const NAMED = 10;

function listText(names: readonly string[]): string {
  const rest = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
  return names.slice(0, NAMED).join(', ') + rest;
}

/** Names the organizations that are not on a server of their region. */
export async function checkRegions(db: Database): Promise<Finding[]> {
  const ids = await selectMisplaced(db.read);
  if (ids.length === 0) return [];
  return [
    findings('regions', 'scale.md').fail(
      `these organizations are not on the server of their region: ${listText(ids)}`,
      'move them there ("oriki org move"), or change the region ("oriki org update --region")',
    ),
  ];
}

/**
 * Reports the outside hosts that organizations and operators may enter, and the entered hosts that are no longer
 * allowed.
 */
export async function checkEgress(config: Config, db: Database): Promise<Finding> {
  const { ok, warn } = findings('egress', 'operations/egress.md');
  const hosts = listedHosts(config);
  if (!hosts) return ok('every public host is allowed (ORIKI_EGRESS=open)');
  const refused = new Set<string>();
  await forEachBucket(config, db, async (bucket) => {
    for (const { host, purpose } of await enteredHosts(db.read, [bucket.read]))
      if (!isListed(nameOf(host), hosts)) refused.add(`${host} (${purpose})`);
  });
  if (refused.size === 0) return ok(`only listed hosts are allowed: ${hosts.join(', ') || 'none'}`);
  return warn(
    `requests to these hosts are refused: ${listText([...refused].toSorted())}`,
    'add the hosts to ORIKI_EGRESS_HOSTS, or remove the subscriptions, sign-ins and origins of lists that name them',
  );
}
