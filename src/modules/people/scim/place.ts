import type { Queryable } from '../../../platform/db/database.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { ISSUER_PREFIX } from '../sign-in/issuers.ts';
import { findIssuer, selectIssuers, type IssuerRow } from '../sign-in/store.ts';
import type { Place } from './store.ts';

/** An issuer whose people and groups SCIM manages. */
export type Issuing = Place & { row: IssuerRow };

/**
 * Returns the issuer of a request: the one in its path, or else the only one of the organization.
 * @throws ApiError NOT_FOUND; CONFLICT if the path must name one, or the organization has none
 */
export async function issuingOf(
  db: Queryable,
  orgId: string,
  id: string | undefined,
): Promise<Issuing> {
  if (id !== undefined) {
    const row = await found('issuer', isId(ISSUER_PREFIX, id) && findIssuer(db, orgId, id));
    return { orgId, issuerId: row.id, row };
  }
  const { rows } = await selectIssuers(db, orgId, { page: 1, limit: 2, offset: 0 });
  const [only] = rows;
  if (!only)
    throw new ApiError('CONFLICT', 'the organization has no identity provider: set one up first');
  if (rows.length > 1)
    throw new ApiError(
      'CONFLICT',
      'the organization has several identity providers: use the address /scim/v2/issuers/<id>',
    );
  return { orgId, issuerId: only.id, row: only };
}
