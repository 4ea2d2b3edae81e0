/** Links by which a person takes the steps of a session: each opens once, in one browser. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { DatabaseScope, Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { randomBytes } from '../../../platform/random.ts';
import { SESSION_PREFIX, type SessionLink } from '../schemas.ts';
import type { StepType } from '../steps.ts';
import * as store from '../store.ts';
import { findSession, statusOf } from '../view.ts';

export const PAGE_PATH = '/verify';

const SECRET_BYTES = 32;
const FORM = /^([a-z]+_[0-9a-z]{26})\.([a-z]+_[0-9a-z]{26})\.([\w-]{43})$/;

/** The session that a link or a browser belongs to, and the hash of its secret. */
export type Holder = { orgId: string; id: string; hash: Buffer };

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Creates a secret for a session. The text names the session, so no index of all secrets is needed. */
function newSecret(orgId: string, id: string): { text: string; hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { text: `${orgId}.${id}.${secret}`, hash: hashOf(secret) };
}

/** Reads the text of a secret; undefined for another text. */
export function holderOf(text: string | undefined): Holder | undefined {
  const [, orgId, id, secret] = FORM.exec(text ?? '') ?? [];
  return secret !== undefined && isId(SESSION_PREFIX, id!)
    ? { orgId: orgId!, id: id!, hash: hashOf(secret) }
    : undefined;
}

/**
 * Creates the only link of an open session. An earlier link, and the browser that has opened it, become invalid.
 * @throws ApiError NOT_FOUND; the FORBIDDEN of `assertMayRun`; CONFLICT if the session has ended
 */
export async function createLink(
  tx: Tx,
  { orgId, id, origin }: { orgId: string; id: string; origin: string },
  assertMayRun: (steps: StepType[]) => void,
): Promise<SessionLink> {
  const { steps } = await findSession(tx, orgId, id);
  assertMayRun(steps.map(({ type }) => type));
  const row = (await store.lockSession(tx, orgId, id))!;
  if (statusOf(row) !== 'open') throw new ApiError('CONFLICT', `the session is ${statusOf(row)}`);
  const { text, hash } = newSecret(orgId, id);
  await store.setLink(tx, { orgId, id }, hash);
  return { id, url: `${origin}${PAGE_PATH}#link=${text}`, expiresAt: row.expires_at.toISOString() };
}

/** Opens a link. @returns the secret of the browser; undefined if the link is unknown, was opened, or has ended */
export async function openLink(tx: Tx, { orgId, id, hash }: Holder): Promise<string | undefined> {
  const browser = newSecret(orgId, id);
  return (await store.useLink(tx, { orgId, id }, hash, browser.hash)) ? browser.text : undefined;
}

/** Returns the session of a browser; undefined if a later link was created, or there is no session. */
export async function sessionOf(
  own: DatabaseScope,
  { orgId, id, hash }: Holder,
): Promise<store.SessionRow | undefined> {
  const row = await store.selectSession(own.read, orgId, id);
  return row?.browser_hash && timingSafeEqual(row.browser_hash, hash) ? row : undefined;
}
