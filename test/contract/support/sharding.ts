/**
 * Tables and statements that do not belong to one organization, or are not found by it, with the reason. Any other is a
 * mistake.
 */
import type pg from 'pg';

/** The tables with the organization of each row. */
export async function tablesOfTenants(owner: pg.Client): Promise<Set<string>> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT table_name::text AS name FROM information_schema.columns JOIN pg_class ON relname = table_name
     WHERE table_schema IN ('bucket_000', 'shared') AND column_name = 'org_id' AND relkind IN ('r', 'p')`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Tables without an organization: each shard would have all of them, or only the operator's has one. */
export const REFERENCE: Record<string, string> = {
  organizations: 'the distribution key of the other tables: its id is their org_id',
  global_lists: 'the same lists for all',
  global_entries: 'the same lists for all',
  global_list_versions: 'the same lists for all',
  global_list_changes: 'the same lists for all',
  global_previous_entries: 'the same lists for all',
  global_list_origins: 'the same lists for all',
  import_staging: 'entries of the same lists, during an import',
  price_sheets: "the operator's prices",
  buckets: 'the placement of organizations',
  bucket_epoch: 'of one bucket',
  transaction_decisions: 'outcomes of transactions over several servers',
  export_stores: "the operator's folders and buckets",
  installation: 'ties a database to its secrets',
  rate_limits: 'counters by key, which last an hour',
  jobs: 'the background work of one database',
  schema_migrations: 'of each schema',
  signing_keys: 'the keys of the installation, which sign for every organization',
  retention_classes: "the operator's periods of records",
};

/** Keys of tenants' tables that do not begin with org_id, with the reason. */
export const OTHER_KEYS: Record<string, string> = {
  api_keys_pkey: 'operators name a key by its id alone',
  api_keys_key_hash_key: 'a key identifies its owner: nothing else is known when it is looked up',
  api_keys_rotated_from_fkey: 'of one organization; a key is never deleted',
  sessions_token_hash_key:
    'a session identifies its owner: nothing else is known when it is looked up',
  sign_in_codes_code_hash_key: 'a code identifies its owner, like a session',
  member_invitations_token_hash_key: 'an invitation identifies its owner, like a session',
  dead_letters_by_id: 'operators name a dead letter by its id alone',
  federation_members_prefix:
    'a prefix is one member of a group: the key begins with the owner of the group',
  federation_members_owner_org_id_group_id_fkey:
    "a member's row names the group of another organization",
};

/**
 * Tables that cross organizations. They are in a separate schema, possibly on another server than the tenants' tables.
 * Some still have an org_id.
 */
export const SHARED: ReadonlySet<string> = new Set([
  'buckets',
  'egress_uses',
  'organizations',
  'api_keys',
  'federation_groups',
  'federation_members',
  'federation_invitations',
  'global_lists',
  'global_entries',
  'global_list_changes',
  'global_previous_entries',
  'global_list_versions',
  'global_list_origins',
  'import_staging',
  'price_sheets',
  'installation',
  'jobs',
  'rate_limits',
  'memberships',
  'sessions',
  'sign_in_codes',
  'logout_tokens',
  'member_invitations',
  'sign_in_issuers',
  'scim_users',
  'scim_groups',
  'scim_group_members',
]);

/**
 * Names that exist in every schema. A statement that could find several tables with one name must include the schema.
 */
export const OF_EACH_SCHEMA: Record<string, string> = {
  refuse_change: 'a function that triggers call, each by its number',
  schema_migrations: 'of a connection that finds one schema only',
  transaction_decisions: 'decisions of the transactions that began in the schema',
};

/** Tenants' tables without a primary key. */
export const NO_PRIMARY_KEY: Record<string, string> = {
  usage_pending_unkeyed:
    'counts of the version before: emptied by the worker, dropped by the next release',
};

/**
 * Statements with a list of organizations, each row's own or one for all rows. Under row-level security the list, which
 * is their first parameter, contains only the caller's organization.
 */
export const LISTED: [RegExp, string][] = [
  [
    /FROM organizations WHERE id = ANY/,
    'group commit: organizations that store the last characters of identifiers',
  ],
  [/FROM screening_lists WHERE org_id = ANY/, 'index: several organizations load together'],
  [
    /FROM screening_profiles WHERE org_id = ANY/,
    'profiles: several organizations are judged together',
  ],
  [/AS k \(org_id, thread_id\) JOIN threads t/, 'group commit: locks the threads of new messages'],
  [
    /SELECT n, participant_id, sequence, .* AS i \(org_id, thread_id,/,
    'group commit: places of messages',
  ],
  [/WITH counted AS MATERIALIZED .* AS n \(org_id, thread_id,/, 'group commit: messages'],
  [
    /AS wanted \(org_id, id\) JOIN events e/,
    'group commit: events whose ids were published before',
  ],
  [/FROM federation_members m .* WHERE m.org_id = ANY/, 'index: data that members share'],
  [
    /FROM permission_heads WHERE org_id = ANY/,
    'permissions: one look-up for all that are in memory',
  ],
  [/update "federation_members" .* "org_id" = ANY/, 'the members of a group'],
];

/**
 * Other statements that find rows of tenants without one organization, with the reason. None is sent under row-level
 * security, as tenants' requests are, except those of federations and the look-up of the key.
 */
export const ACROSS: [RegExp, string][] = [
  [/\bkey_hash" = \$1/, 'authentication: the key identifies its owner'],
  [
    /FROM buckets AS b LEFT JOIN organizations/,
    'operators: a new organization gets the bucket with the fewest',
  ],
  [/\bapi_keys"/, 'operators list and change keys by id'],
  [/update "organizations" .* where "id" in/, 'an organization and its twin'],
  [/FROM api_keys WHERE org_id IS NOT NULL/, 'worker: keys that expire soon'],
  [/UPDATE api_keys SET last_used_at/, 'authentication: the key is known'],
  [/"sessions" .*"org_id" in \(/, 'the sessions of an organization and of its twin'],
  [/DELETE FROM sessions WHERE expires_at/, 'worker: sessions that ended a month ago'],
  [/\begress_uses\b/, 'operators, and counts of requests of any organizations'],
  [
    /select distinct "org_id" as "orgId", "(url|issuer)"/,
    'operators, doctor: the hosts that organizations have entered',
  ],
  [/FROM organizations AS o JOIN buckets/, 'doctor: organizations outside of their region'],
  [/DELETE FROM member_invitations/, 'worker: invitations that ended a month ago'],
  [
    /count\(\*\) as "count" from "sign_in_issuers"/,
    'doctor: issuers that confirm addresses without declaring it',
  ],
  [
    /WITH RECURSIVE org \(id\)/,
    'worker: organizations with work of former members, by one step in an index each',
  ],
  [/DELETE FROM sign_in_codes WHERE expires_at/, 'worker: unused codes'],
  [
    /DELETE FROM logout_tokens WHERE expires_at/,
    'worker: logout tokens that no provider may send again',
  ],
  [
    /\bdead_letters\b/,
    'operators, and the replayer, work on the dead letters of all organizations',
  ],
  [
    /FROM "screening_entries" WHERE canon_version <>|"screening_entries" t SET canonical_name/,
    'worker: names are canonicalised again',
  ],
  [
    /WITH RECURSIVE head AS .*delivery_queue/,
    'dispatcher: one look-up finds all queues with something due',
  ],
  [/WITH RECURSIVE used AS .*split_part/, 'start: the keys of envelopes, from an index'],
  [/webhook_lanes l JOIN unnest/, 'dispatcher: takes queues by their whole key'],
  [
    /AS (queue|held) \(org_id, webhook_id, fence[,)]/,
    'dispatcher: due deliveries in its queues, and the queues it still holds, by their whole key',
  ],
  [
    /UPDATE webhook_lanes l SET last_triggered_at/,
    'dispatcher: results in its queues, by their whole key',
  ],
  [/pg_snapshot_xmax\(pg_current_snapshot\(\)\)/, 'streams: one look-up for all watched inboxes'],
  [/WITH RECURSIVE org \(id\) AS .*audit_unlinked/, 'linker: organizations with rows to link'],
  [
    /FROM screening_lists WHERE entry_count >=/,
    'start: large lists of any organization are loaded into memory',
  ],
  [/screening_watches USING \(org_id\)/, 'watcher: lists that have changed'],
  [
    /from "(subject|organization)_erasures" where "completed_at" is null/,
    'worker: erasures in progress',
  ],
  [
    /from "(subject|organization)_erasures" where "completed_at" is not null/,
    'start, doctor: done erasures, compared with their list',
  ],
  [/DELETE FROM "?usage_pending/, 'worker: counts are added up'],
  [
    /FROM organizations WHERE billing_zones IS NOT NULL/,
    'worker, operators: time zones of all organizations that have one, or of those that are charged',
  ],
  [
    /FROM organizations WHERE seals_content ORDER BY id/,
    'worker: organizations whose contents are to be sealed',
  ],
  [/FROM screening_subjects WHERE words_version/, 'worker: subjects without words'],
  [/FROM screening_decisions WHERE reason <>/, 'worker: reasons in the clear'],
  [/DELETE FROM idempotency_(records|claims)/, 'worker: answers and claims that have expired'],
  [/DELETE FROM events USING/, 'worker: events whose deliveries are gone'],
  [/delete from "webhook_secrets" where "expires_at"/, 'worker: secrets that sign no more'],
  [/FROM webhooks w WHERE NOT w.active/, 'worker: webhooks that were paused for long'],
  [/SELECT FROM exports AS e WHERE/, 'worker: whether any export is due'],
  [/WITH next AS .* FROM exports AS e/, 'worker: the export that has waited longest'],
  [/WITH next AS .* FROM screening_jobs/s, 'worker: the screening job that has waited longest'],
  [
    /WITH next AS .* FROM verification_sessions/s,
    'worker: the verification session that has been due for the longest',
  ],
  [/UPDATE exports AS e SET expired_at/, 'worker: expired exports'],
  [/FROM exports WHERE status = 'COMPLETED' AND removed_at IS NULL/, 'worker: files to delete'],
  [
    /"federation_members".* where .*"owner_org_id" = \$\d/s,
    'the members of a group are other organizations',
  ],
  [/inner join "federation_groups" /, 'the groups of a member belong to other organizations'],
  [/select (\*, ARRAY.*|1 as "one") from "organizations"/, 'operators list organizations'],
  [/FROM export_stores s/, 'the stores that still have files of any organization'],
  [/FROM permission_assignments WHERE expires_at/, 'worker: everything that has ended'],
  [
    /FROM permission_assignments WHERE subject ~/,
    'doctor: subjects with characters that have no meaning here',
  ],
  [/"permission_imports" where "source" = ANY/, 'the data of a leaving member in the others'],
];
