import { X509Certificate } from 'node:crypto';
import { ApiError } from '../../../platform/errors/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { CredentialBox } from './box.ts';
import { PARTS, type CredentialInput, type Part, type ShownCredentials } from './schemas.ts';
import * as store from './store.ts';

const PREFIX = 'whcred';

/** The parts of a request, sealed before the transaction; `removed` lists the parts to delete. */
export type PreparedCredentials = { sealed: store.NewPart[]; removed: Part[] };

/**
 * Seals the parts in the input.
 * @throws ApiError SERVICE_DISABLED where no personal data is stored; the key provider's error
 */
export async function prepareCredentials(
  box: CredentialBox,
  orgId: string,
  input: CredentialInput,
): Promise<PreparedCredentials> {
  const given = PARTS.filter((part) => input[part] !== undefined);
  const isEmpty = (part: Part): boolean => Object.keys(input[part]!).length === 0;
  const sealing = given
    .filter((part) => !isEmpty(part))
    .map(async (part) => {
      const id = newId(PREFIX);
      const envelope = await box.seal(orgId, id, input[part]);
      if (envelope === null)
        throw new ApiError(
          'SERVICE_DISABLED',
          'this installation stores no personal data (ORIKI_KMS=none), so webhooks have no headers and credentials',
        );
      return { part, id, envelope, shown: shownOf(part, input) };
    });
  return { sealed: await Promise.all(sealing), removed: given.filter(isEmpty) };
}

function shownOf(part: Part, input: CredentialInput): object {
  if (part === 'headers') return Object.keys(input.headers!);
  if (part === 'auth') return { type: input.auth!.type! };
  const { fingerprint256, validToDate } = new X509Certificate(
    input.clientCertificate!.certificate!,
  );
  return { fingerprint: fingerprint256, expiresAt: validToDate.toISOString() };
}

/** Returns stored parts in the form for answers. */
export function toShown(parts: store.ShownParts | null): ShownCredentials {
  if (parts === null) return {};
  const { headers, auth, clientCertificate } = parts;
  return {
    ...(headers && { headerNames: headers }),
    ...(auth && { auth }),
    ...(clientCertificate && { clientCertificate }),
  };
}

/**
 * Writes the prepared parts.
 * @param before the stored parts
 * @param moved true if the URL has a new origin; parts for the old origin are then deleted unless the request contains
 * them
 * @returns the stored parts afterwards
 */
export async function writeCredentials(
  tx: Tx,
  orgId: string,
  webhookId: string,
  { sealed, removed }: PreparedCredentials,
  before: store.ShownParts | null,
  moved = false,
): Promise<store.ShownParts | null> {
  const kept = { ...before };
  const replaced = new Set(sealed.map(({ part }) => part));
  const gone = PARTS.filter(
    (part) => kept[part] && !replaced.has(part) && (moved || removed.includes(part)),
  );
  if (gone.length > 0) await store.deleteParts(tx, orgId, webhookId, gone);
  for (const part of gone) delete kept[part];
  if (sealed.length > 0) await store.upsertParts(tx, orgId, webhookId, sealed);
  for (const { part, shown } of sealed) kept[part] = shown as never;
  return kept;
}
