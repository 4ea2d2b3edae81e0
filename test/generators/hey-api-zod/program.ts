import { createClient } from './generated/client/index.js';
import * as api from './generated/sdk.gen.js';
import { zErrorResponse, zScreeningResultEnvelope } from './generated/zod.gen.js';

const client = createClient({
  baseUrl: `${process.env.ORIKI_URL}/api/v1`,
  headers: { 'x-api-key': process.env.ORIKI_KEY! },
});
const source = `generated:${process.env.ORIKI_RUN}`;
const body = { source, name: 'Generated', kind: 'tenant_blocklist' } as const;

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const list = await api.createScreeningList({ client, body });
const added = await api.addScreeningEntries({
  client,
  path: { id: list.data!.data.id },
  body: { entries: [{ name: 'Adaeze Okonkwo' }] },
});
expect(Number(added.data?.data.added) === 1, 'no entry was added');
const screened = await api.screenName({ client, body: { name: 'Okonkwo, Adaeze' } });
const checked = zScreeningResultEnvelope.parse(screened.data);
expect(checked.data.hits.length > 0, 'no hit');
const verified = await api.verifyBvn({
  client,
  body: {
    subjectId: 'customer-1',
    bvn: '22222222220',
    matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
  },
});
expect(verified.data?.data.kind === 'bvn', 'no verification');
const hits = await api.listHits({ client, query: { status: 'open' } });
expect(hits.data?.success === true, 'no page of hits');
const again = await api.createScreeningList({ client, body });
const { error } = zErrorResponse.parse(again.error);
expect(again.response?.status === 409 && error.code === 'CONFLICT', 'no 409');
process.stdout.write('ok\n');
