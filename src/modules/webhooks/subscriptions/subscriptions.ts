import { Changed } from '../../../platform/audit/audit.ts';
import {
  assertUnchanged,
  withRevision,
  type Seen,
} from '../../../platform/concurrency/if-match.ts';
import { isInPages, paged } from '../../../platform/http/schema.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { afterCommit } from '../../../platform/db/transaction-scope.ts';
import { limitLockWaits } from '../../../platform/db/retry.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import {
  prepareCredentials,
  toShown,
  writeCredentials,
  type PreparedCredentials,
} from '../credentials/credentials.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { noteChange } from '../../live/index.ts';
import { deactivatesAt } from '../retry.ts';
import { webhookDisabled } from '../events.ts';
import { storedFilter } from '../filter/filter.ts';
import type { DataFilter } from '../filter/schemas.ts';
import { outbox } from '../events/outbox.ts';
import { newSecret } from '../signature.ts';
import type { SecretBox } from '../secret-box.ts';
import type {
  CreatedWebhook,
  CreateWebhook,
  DisabledReason,
  RotatedSecret,
  Webhook,
  WebhookDetail,
  WebhookQuery,
  Webhooks,
} from './schemas.ts';
import * as store from './store.ts';
import { cancelPending } from './store.ts';

export const WEBHOOK_PREFIX = 'webhook';
const SECRET_PREFIX = 'whsecret';
/** The time for which a replaced secret keeps signing. */
const OVERLAP_HOURS = 24;
/** The limit of replaced secrets: each adds a signature to every request. */
const MAX_REPLACED_SECRETS = 10;
/** The maximum wait for the lock of a deactivation or a warning, which can also happen later. */
export const DISABLE_LOCK_WAIT_MS = 1000;

function absent(): ApiError {
  return notFound('webhook');
}

/** Returns the members that all answers of a webhook have. */
export function base(row: store.ShownRow) {
  const { id, name, url, events, active, filter, credentials } = row;
  return {
    id,
    name,
    url,
    events,
    active,
    ...toShown(credentials),
    ...(filter !== null && { filter: filter as DataFilter }),
  };
}

function failing(since: Date, percent: number): Webhook['failing'] {
  return { since: since.toISOString(), percent, deactivatesAt: deactivatesAt(since) };
}

function toWebhook(row: store.ListedRow): Webhook {
  return {
    ...base(row),
    createdAt: row.created_at.toISOString(),
    lastTriggeredAt: row.last_triggered_at?.toISOString() ?? null,
    failing: row.active && row.failing_since ? failing(row.failing_since, row.percent) : null,
  };
}

/** A secret and its envelope, sealed before the transaction because key providers may be slow. */
export type PreparedSecret = {
  webhookId: string;
  secretId: string;
  secret: string;
  envelope: string;
};

export async function prepareSecret(
  box: SecretBox,
  orgId: string,
  webhookId: string = newId(WEBHOOK_PREFIX),
): Promise<PreparedSecret> {
  const secretId = newId(SECRET_PREFIX);
  const secret = newSecret();
  return { webhookId, secretId, secret, envelope: await box.seal(orgId, secretId, secret) };
}

/** @throws ApiError SERVICE_DISABLED for sealed parts where no personal data is stored */
export async function prepareWebhook(
  box: SecretBox,
  orgId: string,
  input: CreateWebhook,
): Promise<PreparedSecret & { credentials: PreparedCredentials }> {
  const credentials = await prepareCredentials(box.credentials, orgId, input);
  return { ...(await prepareSecret(box, orgId)), credentials };
}

export async function createWebhook(
  tx: Tx,
  orgId: string,
  input: CreateWebhook,
  prepared: PreparedSecret & { credentials?: PreparedCredentials },
): Promise<CreatedWebhook> {
  const { active = true } = input;
  const filter = storedFilter(input.filter);
  const row = await store.insertWebhook(
    tx,
    {
      org_id: orgId,
      id: prepared.webhookId,
      name: input.name,
      url: input.url,
      events: [...new Set(input.events)],
      active,
      ...(filter && { filter }),
    },
    { id: prepared.secretId, envelope: prepared.envelope },
  );
  const credentials = prepared.credentials
    ? await writeCredentials(tx, orgId, row.id, prepared.credentials, null)
    : null;
  await noteChange(tx, orgId, 'webhook', [row.id]);
  return {
    ...base({ ...row, credentials }),
    secret: prepared.secret,
    createdAt: row.created_at.toISOString(),
  };
}

/** Lists webhooks in the order of creation: a page if requested, otherwise all. */
export async function listWebhooks(
  db: Queryable,
  orgId: string,
  query: WebhookQuery,
): Promise<Webhooks> {
  if (!isInPages(query))
    return { webhooks: (await store.selectWebhooks(db, orgId, query)).map(toWebhook) };
  const { items: webhooks, ...part } = await paged(
    query,
    (page) => store.selectWebhookPage(db, orgId, query, page),
    toWebhook,
  );
  return { webhooks, ...part };
}

/** @throws ApiError NOT_FOUND */
export async function getWebhook(db: Queryable, orgId: string, id: string): Promise<WebhookDetail> {
  const row = isId(WEBHOOK_PREFIX, id) ? await store.selectWebhook(db, orgId, id) : undefined;
  if (!row) throw absent();
  const detail = {
    ...toWebhook(row),
    updatedAt: row.updated_at.toISOString(),
    disabledReason: row.disabled_reason as WebhookDetail['disabledReason'],
  };
  return withRevision(detail, row.version);
}

/**
 * Returns the row, locked. Events that are published at the same time still reach the webhook.
 * @throws ApiError NOT_FOUND
 */
export async function lockWebhook(tx: Tx, orgId: string, id: string): Promise<store.ShownRow> {
  const row = isId(WEBHOOK_PREFIX, id) ? await store.lockWebhook(tx, orgId, id) : undefined;
  if (!row) throw absent();
  return row;
}

/**
 * Returns the row, locked for a change that must not overlap with publishers.
 * @throws ApiError NOT_FOUND
 */
export async function lockForChange(tx: Tx, orgId: string, id: string): Promise<store.ShownRow> {
  await store.lockSubscriptions(tx, orgId);
  return lockWebhook(tx, orgId, id);
}

/**
 * Delays the answer until no dispatcher can act on data that it read before this transaction: it may start a request
 * only within that time of reading.
 */
export async function settleQueue(tx: Tx, orgId: string, id: string): Promise<void> {
  const ms = await store.queueSettlesIn(tx, orgId, id);
  if (ms > 0) afterCommit(() => sleep(ms));
}

/**
 * Deletes the subscription and cancels pending deliveries. After the answer, no request starts.
 * @throws ApiError NOT_FOUND, PRECONDITION_FAILED
 */
export async function deleteWebhook(
  tx: Tx,
  orgId: string,
  id: string,
  seen: Seen = {},
): Promise<Changed<{ id: string; deleted: true }>> {
  const before = await lockForChange(tx, orgId, id);
  assertUnchanged(before.version, seen, 'the webhook');
  await settleQueue(tx, orgId, id);
  await cancelPending(tx, orgId, id);
  await store.deleteWebhook(tx, orgId, id);
  await noteChange(tx, orgId, 'webhook', [id]);
  return new Changed(base(before), { id, deleted: true });
}

/**
 * Rotates the secret. From now on, deliveries have signatures of both secrets, for 24 hours.
 * @throws ApiError NOT_FOUND, CONFLICT if too many replaced secrets still sign
 */
export async function rotateSecret(
  tx: Tx,
  orgId: string,
  id: string,
  prepared: PreparedSecret,
): Promise<RotatedSecret> {
  await lockWebhook(tx, orgId, id);
  const expiring = await store.selectExpiring(tx, orgId, id);
  if (expiring.length >= MAX_REPLACED_SECRETS)
    throw new ApiError(
      'CONFLICT',
      `${MAX_REPLACED_SECRETS} replaced secrets are still valid; the first of them until ${expiring[0]!.toISOString()}`,
    );
  const secret = { id: prepared.secretId, envelope: prepared.envelope };
  const previous = await store.replaceSecret(tx, orgId, id, secret, OVERLAP_HOURS);
  await store.updateWebhook(tx, orgId, id, {});
  await settleQueue(tx, orgId, id);
  return { id, secret: prepared.secret, previousSecretExpiresAt: previous.toISOString() };
}

/**
 * Deactivates a subscription because its receiver answered 410 or has only failed, and sends an event to the
 * organization's other subscriptions.
 * @param stillTrue called once the subscription is locked
 * @returns false, with nothing done, if the subscription is no longer active or `stillTrue` returns false
 */
export async function disable(
  tx: Tx,
  orgId: string,
  id: string,
  reason: DisabledReason,
  stillTrue: (row: store.WebhookRow | undefined) => Promise<boolean>,
): Promise<boolean> {
  await limitLockWaits(tx, DISABLE_LOCK_WAIT_MS);
  await store.lockSubscriptions(tx, orgId);
  // Lock the webhook before the queue, like all transactions that change the subscription.
  const row = await store.lockWebhook(tx, orgId, id);
  const applies = await stillTrue(row);
  if (!row?.active || !applies) return false;
  const { name } = row;
  const change = { active: false, disabled_reason: reason };
  const updated = await store.updateWebhook(tx, orgId, id, change);
  await noteChange(tx, orgId, 'webhook', [id]);
  await outbox(
    tx,
    orgId,
    webhookDisabled({
      webhookId: id,
      name,
      reason,
      disabledAt: updated.updated_at.toISOString(),
    }),
  );
  return true;
}
