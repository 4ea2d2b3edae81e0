/** The addresses to which sessions may send a person back. */
import { Changed } from '../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { ErrorDetail } from '../../platform/errors/index.ts';
import { isReturnUrl } from '../people/index.ts';
import type { SessionSettings, UpdateSessionSettings } from './schemas.ts';
import * as store from './store.ts';

/** The parameter that Oriki adds to an address. */
const PARAMETER = 'session';

/** Returns the settings of an organization that has made no change: no address is allowed. */
function defaults(orgId: string): store.SettingsRow {
  return { org_id: orgId, return_urls: [] };
}

function toSettings({ org_id, return_urls }: store.SettingsRow): SessionSettings {
  return { organizationId: org_id, returnUrls: return_urls };
}

export function settingsProblems({ returnUrls = [] }: UpdateSessionSettings): ErrorDetail[] {
  return returnUrls.flatMap((text, i) => {
    const isFree = isReturnUrl(text) && !/[#\s]/.test(text);
    if (isFree && !new URL(text).searchParams.has(PARAMETER)) return [];
    const message = `must be an https URL without user, password, fragment and parameter ${PARAMETER}`;
    return [{ path: `returnUrls[${i}]`, message }];
  });
}

export async function getSettings(db: Queryable, orgId: string): Promise<SessionSettings> {
  return toSettings((await store.selectSettings(db, orgId)) ?? defaults(orgId));
}

/** Changes the addresses for sessions that are created from now on. */
export async function updateSettings(
  tx: Tx,
  orgId: string,
  input: UpdateSessionSettings,
): Promise<Changed<SessionSettings>> {
  const before = toSettings(await store.lockSettings(tx, defaults(orgId)));
  const after = { ...before, ...input };
  await store.updateSettings(tx, { org_id: orgId, return_urls: after.returnUrls });
  return new Changed(before, after);
}

/** Returns the address to which a register sends the person of a session back: by default the hosted page. */
export function returnTarget(page: string) {
  return ({ return_url: url, id }: { return_url: string | null; id: string }): string =>
    url === null ? page : returnAddress(url, id);
}

/** The address to which a person returns from a session. */
export function returnAddress(returnUrl: string, sessionId: string): string {
  const url = new URL(returnUrl);
  url.searchParams.append(PARAMETER, sessionId);
  return url.href;
}
