/**
 * Every endpoint of the specification that the API implements, built or not. Any other is an extension, even if
 * docs/contract.md describes it.
 */
export const CONTRACT_ENDPOINTS: readonly string[] = [
  'POST /identity/resolve',
  'POST /identity/verify',
  'POST /identity/verify-bvn',
  'POST /identity/verify-nin',
  'POST /identity/liveness',
  'POST /identity/face-match',
  'POST /identity/verify-account',
  'POST /permissions/federation/groups/:id/members',
  'POST /permissions/federation/groups/:id/members/accept',
  'DELETE /permissions/federation/groups/:id/members',
  'POST /threads/:threadId/read',
  'GET /threads/:threadId/read-state',
  'GET /threads/inbox',
  'GET /threads/inbox/unread-count',
  'GET /webhooks',
  'POST /webhooks',
  'PATCH /webhooks/:id',
  'DELETE /webhooks/:id',
  'POST /exports',
  'GET /exports/:exportId',
  'POST /fraud/screen',
  'GET /fraud/lists',
  'POST /fraud/lists',
  'GET /fraud/lists/:id',
  'PATCH /fraud/lists/:id',
  'DELETE /fraud/lists/:id',
  'GET /fraud/lists/:id/entries',
  'POST /fraud/lists/:id/entries',
  'DELETE /fraud/lists/:id/entries/:entryId',
];

/** Areas of the contract that are not built yet; remove a line when its area is built. */
export const NOT_BUILT_YET: readonly string[] = [];
