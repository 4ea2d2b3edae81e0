import { followers } from '../../modules/cases/index.ts';
import type { IdentityServices } from '../../modules/identity/index.ts';
import type { Screening } from '../../modules/screening/index.ts';
import { Sessions } from '../../modules/verification-sessions/index.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';

/** Makes the runner of verification sessions in one process. @param db any database of the installation */
export function openSessions(
  db: Database,
  parts: { envelopes: Envelopes; identity: IdentityServices; screening: Screening },
): Sessions {
  const { envelopes, identity, screening } = parts;
  return new Sessions(db, envelopes, { identity, screening, followers, envelopes });
}
