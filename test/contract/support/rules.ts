/**
 * The rules of the contract, in the order of its chapters, and of the pages that settle open questions ("decisions").
 * The key of each rule is in the tags of the tests that show it. Rules for single endpoints are in
 * `contract-endpoints.ts`.
 */
export const RULES: Record<string, Record<string, string>> = {
  'Response envelope and errors': {
    'envelope/success-first-then':
      'success first, then data or error {code, message}; on every answer',
    'envelope/400-bad-request': '400 BAD_REQUEST: invalid body, missing required field',
    'envelope/401-unauthorized-missing': '401 UNAUTHORIZED: missing or invalid key',
    'envelope/402-detection-pack': '402 DETECTION_PACK_REQUIRED: addon not enabled',
    'envelope/403-forbidden-wrong': '403 FORBIDDEN: wrong scope, no organization context',
    'envelope/404-found-missing': '404 NOT_FOUND: missing, or belongs to another organization',
    'envelope/409-conflict-duplicate': '409 CONFLICT: duplicate source',
    'envelope/429-rate-limited': '429 RATE_LIMITED with Retry-After',
    'envelope/500-internal-error': '500 INTERNAL_ERROR: unexpected failure only',
    'envelope/503-idempotency-unavailable':
      '503 IDEMPOTENCY_UNAVAILABLE with Retry-After; nothing processed',
    'envelope/codes-statuses-common': 'codes and statuses of the common table',
    'envelope/405-413-415': '405, 413, 415 in the envelope (decisions)',
    'envelope/order-checks': 'order of checks (decisions)',
    'envelope/x-request-id': 'x-request-id kept or replaced (decisions)',
    'envelope/details-name-every': 'details name every wrong field and repeat no value (decisions)',
    'envelope/no-personal-data': 'no personal data in the log',
  },
  'Bad input': {
    'input/deep-json': 'deep JSON',
    'input/repeated-member-names': 'repeated member names, in any spelling',
    'input/proto-constructor': '**proto**, constructor',
    'input/nul-lone-surrogates': 'NUL, lone surrogates, numbers beyond 2^53, 1e999',
    'input/invalid-utf-8': 'invalid UTF-8',
    'input/page-limit-huge': 'page and limit: huge, negative, fractional, empty, repeated',
    'input/nul-repeated-values': 'NUL and repeated values in queries',
    'input/ids-another-type': 'ids of another type, very long ids, %00 in the path',
    'input/invalid-percent-encoding': 'invalid percent-encoding',
    'input/header-injection-oversized':
      'header injection, oversized headers, bytes that are not HTTP',
    'input/empty-oversize-non': 'empty, oversize, non-ASCII idempotency keys',
    'input/empty-body-bodies': 'empty body, bodies that are not objects',
    'input/arbitrary-json-every': 'arbitrary JSON on every mutation',
  },
  'Authentication, tenancy': {
    'auth/x-api-key': 'x-api-key on every endpoint',
    'auth/keys-organization-acting': "the key's organization is the acting organization",
    'auth/scopes-identity-verify':
      'scopes identity:verify, fraud:manage (lists), webhooks:manage (webhooks); a key with only the needed scope works',
    'auth/detection-pack-pro': 'Detection Pack on pro or enterprise',
    'auth/failed-authentication-limited': 'failed authentication is limited per client IP',
    'auth/form-key-shown': 'form of a key; shown once; stored as SHA-256 (decisions)',
    'auth/revocation-within-5': 'revocation within 5 s on every process (decisions)',
    'auth/expiry': 'expiry',
    'auth/rotation-overlap-scopes': 'rotation with overlap, scopes only shrink',
    'auth/platform-keys-tenant': 'platform keys and tenant keys never mix',
    'auth/plans-addons-take': 'plans and addons take effect immediately',
  },
  Permissions: {
    'permissions/capability-invalid-400': 'CAPABILITY_INVALID 400: malformed or unknown',
    'permissions/role-found-404': 'ROLE_NOT_FOUND 404: role does not exist',
    'permissions/module-limit-exceeded': 'MODULE_LIMIT_EXCEEDED 403: module limit of the plan',
    'permissions/policy-conflict-409': 'POLICY_CONFLICT 409: conflicts with an existing one',
    'permissions/relationship-cycle-409': 'RELATIONSHIP_CYCLE 409, with the path',
    'permissions/default-deny-deny': 'default deny, deny beats allow (decisions)',
    'permissions/explain-agrees-check': 'explain agrees with check (decisions)',
    'permissions/changes-visible-next': 'changes are visible to the next check on every process',
    'permissions/another-organization-never': 'another organization never changes a decision',
    'permissions/imported-grant-narrowed':
      'an imported grant is narrowed, never widened (decisions)',
    'permissions/federated-key-prefix':
      'federated key `PREFIX:MODULE:ACTION`; grants go with the member (decisions)',
    'permissions/permission-checks-10':
      'permission checks 10,000 an hour (decisions), scope permissions:check',
    'permissions/permissions-changed': 'permissions.changed',
  },
  Limits: {
    'limits/500-requests-hour':
      '500 requests an hour per key on the list endpoints; screening 10,000 (decisions)',
    'limits/ratelimit-headers-every': 'RateLimit headers on every authenticated answer (decisions)',
    'limits/401-refusals-do': '401 and refusals do not count, validation errors do',
    'limits/webhooks-500-events': 'webhooks 500, events 10,000 requests an hour (decisions)',
    'limits/limits-can-lifted': 'limits can be lifted (decisions)',
    'limits/most-1-000': 'at most 1,000 entries per bulk add',
    'limits/source-most-200': 'source at most 200 characters',
    'limits/name-most-200': 'name at most 200 characters',
    'limits/idempotency-window-24': 'idempotency window 24 hours',
    'limits/identity-1-000': 'identity: 1,000 requests an hour per key, counted per endpoint',
    'limits/inbox-limit-default': 'Inbox limit: default 20, capped at 50',
    'limits/threads-10-000': 'threads 10,000 requests an hour (decisions)',
    'limits/federation-members-500': 'federation members: 500 requests an hour and key',
    'limits/rows-per-export': 'rows per export 100,000, retention 30 days',
    'limits/exports-100-requests': 'exports 100 requests an hour (decisions)',
  },
  Federation: {
    'federation/none-invited-owner': '(none) to INVITED by the owner: 201',
    'federation/group-creation-owner': 'group creation: the owner is ACTIVE',
    'federation/invited-active-invited': 'INVITED to ACTIVE by the invited organization',
    'federation/invited-active-removed':
      'INVITED or ACTIVE to removed, by the member or the owner; every row of the outcomes of DELETE',
    'federation/transition-outcome-whatever':
      'each transition has one outcome under any concurrency',
    'federation/prefix-2-4':
      'prefix: 2-4 capital letters, unique in the group, free again after a removal',
    'federation/acting-organization-key': 'the acting organization is the key’s, never the body’s',
    'federation/organizationid-query-body':
      'organizationId in query or body; missing or contradictory: 400 VALIDATION_ERROR',
    'federation/404-organization-invite':
      '404 of an organization to invite that does not exist (decisions)',
    'federation/enterprise-plan-403':
      'Enterprise plan: 403 FORBIDDEN for members, FEDERATION_NOT_ALLOWED elsewhere',
    'federation/group-existence-never':
      'group existence is never disclosed: answer, headers, effects, work, waiting',
    'federation/owner-operations-403': 'owner-only operations are 403 for members',
    'federation/members-their-status': 'members with their status in group detail and sync status',
    'federation/invited-skipped-pull':
      'INVITED is skipped by pull, push and fraud-configuration push; targeted 404',
    'federation/sync-atomic-monotonic':
      'sync: atomic, monotonic, data removed at the source is removed (decisions)',
    'federation/imported-grants-can': 'imported grants can be narrowed, never widened (decisions)',
    'federation/removal-takes-grants':
      'a removal takes the grants that name the member’s modules in its transaction (decisions)',
    'federation/fraud-configuration-changes':
      'the fraud configuration changes a member’s screenings, marked as federated',
    'federation/events-organizations-concerned': 'events to the organizations concerned',
  },
  Threads: {
    'threads/open-closed-archived': 'OPEN, CLOSED, ARCHIVED and their transitions (decisions)',
    'threads/read-states-inboxes': 'read states and inboxes are exact under concurrency',
    'threads/same-both-sides': 'the same behavior before and after the switch to fan-out on read',
    'threads/messages-sequence-paging':
      'messages: sequence, paging, limits of content, edit, tombstones (decisions)',
    'threads/participants-unique-external':
      'participants: unique by external id and role, keep their mark (decisions)',
    'threads/previews-without-control': 'previews without control and bidi characters (decisions)',
    'threads/events-without-personal': 'events without personal data (decisions)',
    'threads/stream-unread-item':
      'the stream: `unread` and `item`, key or 60-second token (decisions)',
    'threads/stream-tells-end': 'the stream ends in the same state as the inbox',
  },
  Idempotency: {
    'idempotency/both-header-names': 'both header names, on every POST, PATCH and DELETE',
    'idempotency/original-answer-again': 'the original answer is repeated, not executed again',
    'idempotency/differing-body-gets':
      'a different body gets the original and a mismatch header; an invalid one 400 (decisions)',
    'idempotency/scoped-organization-method': 'scoped to organization, method, path (decisions)',
    'idempotency/concurrent-duplicates-effect': 'concurrent duplicates have one effect',
    'idempotency/unavailable-503-retry': 'unavailable: 503, Retry-After, nothing executed',
    'idempotency/404-409-recorded':
      '404 and 409 are recorded; 400, 401, 402, 403 of a scope and 5xx never (decisions)',
    'idempotency/record-commits-effect': 'the record commits with the effect (decisions)',
    'idempotency/database-discloses-no': 'the database discloses no answer (decisions)',
  },
  'Identity verification': {
    'identity/subjectid-required-stored': 'subjectId: required, stored on the row',
    'identity/bvn-nin-exactly': 'bvn, nin: exactly 11 digits',
    'identity/matchagainst-firstname-lastname':
      'matchAgainst: firstName, lastName required, dateOfBirth optional ISO 8601',
    'identity/expectedname-required-both': 'expectedName: required, with both names',
    'identity/country-optional':
      'country: optional, NG by default; one without a chain is 400 (decisions)',
    'identity/no-other-field': 'no unknown field',
    'identity/biometricimage-exactly-url':
      'BiometricImage: exactly one of url and base64; contentType with base64; no data: prefix',
    'identity/biometricimage-https-cannot':
      'BiometricImage: https only; a failed fetch, or a file that is not an image: 400 (decisions)',
    'identity/images-large-above': 'images are large; above the limit 413',
    'identity/face-match-threshold':
      'face-match threshold: default 65, clamped to 0 to 100, verified at or above it; invalid: 400',
    'identity/account-threshold-default':
      'account threshold: default 70, 0 to 100, outside 400 (decisions)',
    'identity/liveness-score-provider': 'liveness: score, provider, reason when failed',
    'identity/status-verified-failed': 'status verified, failed',
    'identity/provider-down-normal': 'provider_down is a normal response, with nulls (decisions)',
    'identity/found-score-0':
      'not found: score 0, profile null; found but different: as found (decisions)',
    'identity/names-case-diacritics':
      'names: case, diacritics, honorifics, white space do not matter',
    'identity/name-match-alignment':
      'name match: alignment, score, at most 60 without two full names (decisions)',
    'identity/bvn-nin-verified': 'BVN and NIN verified at 70 and above (decisions)',
    'identity/date-birth-soft':
      'date of birth: a soft signal; a different one subtracts 15, in metadata (decisions)',
    'identity/resolve-verify-fields':
      'resolve, verify: fields, country, kind, identifier, bankCode (decisions)',
    'identity/unsupported-combinations-400': 'unsupported combinations: 400 (decisions)',
    'identity/kinds-countries-formats': 'kinds: countries, formats; the scope only (decisions)',
    'identity/verifications-subjectid-kind':
      'verifications: subjectId, kind, status, from, to, pages; one with rawResponseEncrypted (decisions)',
    'identity/402-without-detection':
      '402 without the Detection Pack, 403 without identity:verify, 401, 429',
    'identity/idempotency-key-all': 'Idempotency-Key on all: no provider is asked twice',
  },
  'Identity: stored data': {
    'kept/call-successful-failed': 'each call, successful or failed, writes one row',
    'kept/rows-append-trigger': 'rows are append-only, by trigger (decisions)',
    'kept/metadata-scores-thresholds':
      'metadata: scores, thresholds, bank code, matched fields; nothing personal',
    'kept/personal-data-inside': 'personal data only inside the encrypted payload',
    'kept/rawresponseencrypted-raw-upstream': 'rawResponseEncrypted is the raw upstream response',
    'kept/fresh-data-key':
      'a fresh data key per row, AES-256-GCM, wrapped; wire format of five parts',
    'kept/aad-binds-organization': 'AAD binds organization, row, kind and key id (decisions)',
    'kept/without-kms-row':
      'without a KMS the row is written with null, dead letters have replayable: false (decisions)',
    'kept/kms-away-nobody': 'with an unavailable KMS no provider is asked',
    'kept/kek-rotate-re': 'kek rotate rewraps and changes no row (decisions)',
    'kept/identifier-hmac-last': 'identifier: an HMAC and the last 4 digits (decisions)',
    'kept/hash-ciphertext-hash': 'hash of the ciphertext, hash chain (decisions)',
  },
  'Identity: providers, dead letters, events': {
    'providers/ordered-chain-per': 'an ordered chain per kind and country, from a file (decisions)',
    'providers/five-classes-fall': 'five classes fall over, the others end the chain (decisions)',
    'providers/time-out-retry': 'time-out, retry, circuit breaker per provider (decisions)',
    'providers/provider-label-never': 'provider: a label, never a vendor name',
    'providers/addresses-inside-oriki':
      'addresses inside ORIKI_OUTBOUND_ALLOW may be http (decisions)',
    'providers/sandbox-last-digit': 'sandbox: the last digit, or a marker (decisions)',
    'providers/adapters-map-every': 'adapters map every upstream outcome to a class (decisions)',
    'providers/provider-down-puts':
      'provider_down puts the request on the dead-letter queue, encrypted',
    'providers/replay-call-own': 'replay: a separate call, with its row and events (decisions)',
    'providers/down-again-row': 'down again: another row, the dead letter waits (decisions)',
    'providers/replay-time-409':
      'one replay at a time; 409 when settled, discarded or in progress; 404 when unknown',
    'providers/operators-list-discard': 'operators list and discard',
    'providers/events-names-payloads':
      'events: names, payloads, both of a failed liveness check, none for provider_down (decisions)',
    'providers/events-leave-their': 'events commit with their row',
    'providers/no-personal-data': 'no personal data in any payload (decisions)',
  },
  'Tenant screening lists': {
    'lists/source-required-alphanumerics':
      'source: required, alphanumerics and - _ . :, unique within the organization',
    'lists/name-required-mutable': 'name: required, the only mutable field',
    'lists/kind-two-tenant': 'kind: one of the two tenant kinds',
    'lists/global-lists-cannot': 'global lists cannot be created, changed or deleted here',
    'lists/entry-name-canonicalised':
      'entry name canonicalised: lower case, diacritics, honorifics, suffixes, punctuation',
    'lists/name-empty-after': 'a name that is empty after canonicalisation (decisions)',
    'lists/dob-iso-date': 'dob: ISO date, a day that exists',
    'lists/country-iso-3166': 'country: ISO 3166-1 alpha-2, upper-cased',
    'lists/identifiers-map-string': 'identifiers: map of string to string, kept',
    'lists/raw-kept-default': 'raw: stored; default of the fields that were sent',
    'lists/bulk-add-all': 'bulk add is all or nothing (decisions) and honours Idempotency-Key',
    'lists/hard-delete-cascading': 'hard delete, cascading',
    'lists/earlier-screenings-keep': 'earlier screenings keep referencing removed entries',
    'lists/pagination': 'pagination (decisions)',
  },
  Screening: {
    'screening/tenant-blocklist-part':
      'tenant_blocklist: part of the default kinds; every screen checks it',
    'screening/tenant-allowlist-off': 'tenant_allowlist: off by default, opt-in, never blocks',
    'screening/hits-carry-listkind': 'hits carry listKind tenant_blocklist or tenant_allowlist',
    'screening/outcome': 'outcome (decisions)',
    'screening/threshold-floor-50': 'threshold, floor of 50, limit (decisions)',
    'screening/dob-country-soft': 'dob and country are soft filters',
    'screening/entry-screened-once':
      'an entry is screened immediately, on every process (decisions)',
    'screening/batch-up-1': 'batch of up to 1,000, in order (decisions)',
    'screening/reading-back': 'reading back (decisions)',
    'screening/global-lists-atomic': 'global lists: atomic import with a report (decisions)',
  },
  Webhooks: {
    'webhooks/name-url-events': 'name, url, events: required; name 1 to 200 characters',
    'webhooks/url-https-no':
      'url: https, no credentials, port 443 or above 1023, public address (decisions); invalid: 400 naming it',
    'webhooks/events-dotted-names': 'events: dotted names, `*`, `prefix.*` (decisions)',
    'webhooks/secret-generated-create':
      'secret: generated, in the create answer only, encrypted at rest',
    'webhooks/lasttriggeredat-list-answers': '`lastTriggeredAt` in list answers',
    'webhooks/patch-everything-optional': 'PATCH: everything optional; events replaces the set',
    'webhooks/active-false-true':
      'active false and true (decisions: pending ones wait, new ones are not queued, five days)',
    'webhooks/deleting-cancels-pending': 'deleting cancels pending deliveries',
    'webhooks/changes-publishing-after': 'changes and publishing, in sequence (decisions)',
    'webhooks/rotation-secret-old': 'rotation of the secret, old one valid 24 h (decisions)',
    'webhooks/catalogue-event-types': "catalog of event types, with the contract's (decisions)",
  },
  'Events and deliveries (decisions)': {
    'deliveries/post-events-202': 'POST /events: 202, the same id again 200 with the first data',
    'deliveries/data-object-most': 'data: an object of at most 64 KiB; id: 1 to 64 of A-Za-z0-9_.-',
    'deliveries/webhooks-get-event': 'which webhooks get an event',
    'deliveries/event-leaves-if': 'an event leaves if and only if its transaction commits',
    'deliveries/standard-webhooks-body': 'Standard Webhooks: body, headers, signature',
    'deliveries/retries-steps-jitter': 'retries: steps, jitter, ten attempts',
    'deliveries/retry-after-minimum': 'Retry-After: a minimum, up to twice the step',
    'deliveries/2xx-success-redirects': '2xx is success, redirects are failures',
    'deliveries/410-five-days': '410 and five days without a success deactivate; webhook.disabled',
    'deliveries/most-64-kib': 'at most 64 KiB of a response read, 1 KiB kept',
    'deliveries/addresses-checked-again': 'addresses are checked again when sending',
    'deliveries/log-deliveries-attempts': 'log of deliveries with attempts, filters, pages',
    'deliveries/retry-recover-test': 'retry, recover, test: 202, 409 while paused',
    'deliveries/finished-deliveries-removed': 'finished deliveries are removed after 30 days',
    'deliveries/times-queries-bodies': 'times in queries and bodies',
  },
  'Versioning and the document': {
    'document/every-path-below': 'every path below /api/v1',
    'document/openapi-3-1': 'OpenAPI 3.1 at /api/docs/openapi.json, servers with /api/v1',
    'document/describes-every-endpoint':
      'describes every endpoint, body, response and the authentication',
    'document/answered-documented': 'answers match the document',
    'document/explorer-api-docs': 'explorer at /api/docs, offline',
    'document/extensions-marked': 'extensions are marked (decisions)',
    'document/change-document-shows': 'a change of the document is visible in review',
  },
  Exports: {
    'exports/allowedformats-maxrowsperexport-retentiondays':
      'allowedFormats, maxRowsPerExport, retentionDays; SERVICE_DISABLED is 403 (decisions)',
    'exports/all-four-data':
      "all four data types, half-open range, service filter, never another organization's rows",
    'exports/download-urls-signed':
      'download URLs are signed and expire; after expiry the file is deleted',
    'exports/completed-export-followed': 'a completed export is followed by an event (decisions)',
    'exports/csv-rfc-4180':
      'CSV: RFC 4180, UTF-8, header row, formula-safe text cells; JSON: one array (decisions)',
    'exports/list-cancel': 'list and cancel (decisions)',
  },
  'Usage and invoices': {
    'billing/usage-computed-products': "usage is computed from the product's own rows (decisions)",
    'billing/other-services-report': 'other services report theirs, idempotent by id (decisions)',
    'billing/invoices-made-monthly':
      'invoices are made monthly from usage and a price sheet (decisions)',
    'billing/rows-organization-half':
      'rows of one organization only, in a half-open range, by service',
  },
};
