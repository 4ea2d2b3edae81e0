import type { InvitationLimit } from './groups/limits.ts';

/** What the composition root gives to the routes. */
export type FederationParts = { invitations: InvitationLimit };
