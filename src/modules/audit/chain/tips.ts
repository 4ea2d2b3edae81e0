import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ApiError } from '../../../platform/errors/index.ts';

/** A link by number and hash (hexadecimal). Whoever has it can tell whether a chain still contains all up to it. */
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
 * The ends of chains in a report of an earlier check, by organization.
 * @throws ApiError BAD_REQUEST when it is none
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
    throw new ApiError('BAD_REQUEST', 'the heads are not what "audit verify --json" prints');
  const tips = new Map<string, ChainTip>();
  for (const [orgId, { head }] of Object.entries(report.organizations))
    if (head) tips.set(orgId, head);
  return tips;
}
