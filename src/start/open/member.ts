import type { Config } from '../../config/config.ts';
import { findSignedIn } from '../../modules/people/index.ts';
import { detectionPack } from '../../modules/tenants/index.ts';
import type { Actor } from '../../platform/audit/action.ts';
import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors/index.ts';
import { refusalOf } from '../../platform/http/admission.ts';
import type { AnyRoute } from '../../platform/http/route.ts';

/**
 * Checks, for a command, that the member's newest sign-in admits them to a route by its rules, and returns the member.
 * @throws ApiError NOT_FOUND, FORBIDDEN, STEP_UP_REQUIRED, DETECTION_PACK_REQUIRED
 */
export async function memberNow(
  { db, config }: { db: Database; config: Config },
  orgId: string,
  memberId: string,
  route: AnyRoute,
): Promise<{ person: Principal; actor: Actor }> {
  const person = await findSignedIn(db.read, orgId, memberId, config.sessionIdleSeconds);
  if (!person) throw notFound('member with a session');
  const refusal = refusalOf(route, person, { planGates: { detection_pack: detectionPack } });
  if (refusal) throw refusal;
  const { kind, id, personId, through, via } = person;
  return { person, actor: { kind, id, personId, through, via, requestId: null, address: null } };
}
