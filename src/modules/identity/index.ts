import type { AnyRoute } from '../../platform/http/route.ts';
import { deadLetterRoutes } from './dead-letters/routes.ts';
import { historyRoutes } from './history/routes.ts';
import type { IdentityParts } from './parts.ts';
import { genericRoutes } from './verify/generic-routes.ts';
import { perKindRoutes } from './verify/routes.ts';

export { verifyAudit } from './audit/chain/verify.ts';
export { loadProviders, ProvidersFileError } from './chain/providers-file.ts';
export type { ProvidersConfig } from './chain/chain.ts';
export { discard, listDeadLetters } from './dead-letters/dead-letters.ts';
export { DEAD_LETTER_STATUSES } from './dead-letters/schemas.ts';
export { jobs } from './jobs.ts';
export type { IdentityParts } from './parts.ts';
export { rewrapDeadLetters, rewrapPayloads } from './payloads/rewrap.ts';
export { AdapterSetupError } from './providers/adapter.ts';
export { openIdentity } from './setup.ts';

export function identityRoutes(parts: IdentityParts): AnyRoute[] {
  return [
    ...perKindRoutes(parts),
    ...genericRoutes(parts),
    ...historyRoutes,
    ...deadLetterRoutes(parts),
  ];
}
