import type { Queryable } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors/index.ts';
import { type PageInput, paged } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import { KEY_PREFIX } from './key-maker.ts';
import { toApiKey, type Owner } from './keys.ts';
import type { ApiKey } from './schemas.ts';
import * as store from './store.ts';

/** @throws ApiError NOT_FOUND */
export async function getKey(db: Queryable, id: string, { orgId }: Owner = {}): Promise<ApiKey> {
  const row = isId(KEY_PREFIX, id) ? await store.findKey(db, id) : undefined;
  if (!row || (orgId !== undefined && row.org_id !== orgId)) throw notFound('API key');
  return toApiKey(row);
}

export async function listKeys(db: Queryable, query: PageInput & store.KeyFilter) {
  return paged(query, (page) => store.listKeys(db, query, page), toApiKey);
}
