/** What a tenant's key may be allowed to do. Areas add theirs when they arrive. */
export const TENANT_SCOPES = [
  'identity:verify',
  'permissions:manage',
  'permissions:check',
  'webhooks:manage',
  'events:publish',
  'exports:create',
  'usage:write',
  'usage:read',
  'invoices:read',
  'fraud:manage',
  'fraud:screen',
  'threads:manage',
] as const;

/** The operators' scope: only platform keys have it, and they have no other. */
export const PLATFORM_SCOPE = 'platform:admin';

export const SCOPES: readonly string[] = [...TENANT_SCOPES, PLATFORM_SCOPE];
