import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { PLATFORM } from '../../../platform/audit/action.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { organizationIds } from '../../tenants/index.ts';
import { selectTips } from './store.ts';

/** A link by number and hash (hexadecimal). Its holder can check whether a chain still contains everything up to it. */
export type ChainTip = { seq: number; hash: string };

const Report = Compile(
  Type.Object({
    organizations: Type.Record(
      Type.String(),
      Type.Object({
        head: Type.Union([
          Type.Null(),
          Type.Object({ seq: Type.Integer(), hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
        ]),
      }),
    ),
  }),
);

/**
 * The chain tips in the report of an earlier check, by organization.
 * @throws ApiError BAD_REQUEST for an invalid report
 */
export async function readChainTips(
  file: AsyncIterable<Uint8Array>,
): Promise<Map<string, ChainTip>> {
  let report: unknown;
  try {
    report = JSON.parse(await text(file));
  } catch {
    report = undefined;
  }
  if (!Report.Check(report))
    throw new ApiError('BAD_REQUEST', 'the heads are not the output of "audit verify --json"');
  const tips = new Map<string, ChainTip>();
  for (const [orgId, { head }] of Object.entries(report.organizations))
    if (head) tips.set(orgId, head);
  return tips;
}

/** The tips of all chains in one bucket, by organization. */
export async function chainTipsIn(bucket: Queryable): Promise<Record<string, ChainTip>> {
  const orgIds = [PLATFORM, ...(await organizationIds(bucket))];
  const rows = await selectTips(bucket, orgIds);
  return Object.fromEntries(rows.map(({ org_id: id, seq, hash }) => [id, { seq, hash }]));
}
