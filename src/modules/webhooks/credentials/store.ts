import { sql } from 'kysely';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Part, SealedPart, ShownCredentials } from './schemas.ts';

export type NewPart = SealedPart & { shown: object };

/** The stored parts as answers show them. */
export type ShownParts = {
  headers?: ShownCredentials['headerNames'];
  auth?: ShownCredentials['auth'];
  clientCertificate?: ShownCredentials['clientCertificate'];
};

/**
 * Selects the parts of a webhook for answers; null without any.
 * @param webhooks the name of the table or alias with the webhook's row
 */
export function shownParts(webhooks: string) {
  return sql<ShownParts | null>`(
    SELECT json_object_agg(c.part, c.shown) FROM webhook_credentials c
    WHERE c.org_id = ${sql.ref(`${webhooks}.org_id`)} AND c.webhook_id = ${sql.ref(`${webhooks}.id`)})`.as(
    'credentials',
  );
}

/**
 * Selects the sealed parts of a webhook, authentication last; null without any.
 * @param queue the name of the table or alias with the webhook's row
 */
export function sealedParts(queue: string) {
  return sql`(
    SELECT json_agg(json_build_object('part', c.part, 'id', c.id, 'envelope', c.envelope) ORDER BY c.part DESC)
    FROM webhook_credentials c
    WHERE c.org_id = ${sql.ref(`${queue}.org_id`)} AND c.webhook_id = ${sql.ref(`${queue}.webhook_id`)})`;
}

export async function upsertParts(
  tx: Tx,
  orgId: string,
  webhookId: string,
  parts: readonly NewPart[],
): Promise<void> {
  const rows = parts.map((part) => ({ ...part, shown: JSON.stringify(part.shown) }));
  const types = { part: 'text', id: 'text', envelope: 'text', shown: 'jsonb' } as const;
  const { names, from } = rowsOf(rows, types);
  await sql`
    INSERT INTO webhook_credentials (org_id, webhook_id, ${names})
    SELECT ${orgId}, ${webhookId}, ${names} FROM ${from}
    ON CONFLICT (org_id, webhook_id, part)
    DO UPDATE SET id = excluded.id, envelope = excluded.envelope, shown = excluded.shown`.execute(
    tx,
  );
}

export async function deleteParts(
  tx: Tx,
  orgId: string,
  webhookId: string,
  parts: readonly Part[],
): Promise<void> {
  await tx
    .deleteFrom('webhook_credentials')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('part', 'in', [...parts])
    .execute();
}
