import { setTimeout as sleep } from 'node:timers/promises';
import type { Opened } from '../commands.ts';
import { need, sentence, type Flags } from '../flags.ts';
import { storeSettings } from '../../config/exports.ts';
import { heldCases } from '../../modules/cases/index.ts';
import { openStores } from '../../modules/exports/index.ts';
import { REVEAL_REASON } from '../../modules/identity/index.ts';
import { continueLeaving, findReceipt, requestLeaving } from '../../modules/privacy/index.ts';
import { organizationIds } from '../../modules/tenants/index.ts';
import { databaseOf } from '../../platform/db/places.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { commandActor } from '../../start/command-audit.ts';
import { openKeys } from '../../start/open.ts';
import { eraseTools } from '../../start/open/erasures.ts';

/** The wait before a retry while another process erases a part. */
const BUSY_MS = 50;

/**
 * Erases an organization with its test twin, and returns the receipt. If the command ends early, the worker continues.
 * A repetition returns the same receipt.
 */
export async function eraseOrganization(opened: Opened, flags: Flags): Promise<object> {
  const { db, config, buckets, secret } = opened;
  const [orgId, name] = [need(flags, 'id'), need(flags, 'name')];
  const reason = sentence(need(flags, 'reason'), REVEAL_REASON);
  const isKnown = (await organizationIds(db.read)).includes(orgId);
  const before = isKnown ? undefined : await findReceipt(db, orgId);
  if (before) return before;
  const envelopes = await openKeys(config, opened);
  const files = await openStores(db.read, storeSettings(config));
  const tools = eraseTools(config, { buckets, envelopes, files, secret });
  const request = { orgId, name, reason, requestedBy: commandActor().id };
  for (const one of await requestLeaving(db, envelopes, heldCases, request)) {
    const own = { ...tools, db: await databaseOf(db, one) };
    for (let outcome = ''; outcome !== 'done';) {
      outcome = await continueLeaving(own, one);
      if (outcome === 'held')
        throw new ApiError('CONFLICT', `a legal hold keeps records of ${one}`);
      if (outcome === 'busy') await sleep(BUSY_MS);
    }
  }
  return (await findReceipt(db, orgId))!;
}
