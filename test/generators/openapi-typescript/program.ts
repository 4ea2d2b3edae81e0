import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const client = createClient<paths>({
  baseUrl: `${process.env.ORIKI_URL}/api/v1`,
  headers: { 'x-api-key': process.env.ORIKI_KEY! },
});
const source = `generated:${process.env.ORIKI_RUN}`;
const body = { source, name: 'Generated', kind: 'tenant_blocklist' } as const;

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const list = await client.POST('/fraud/lists', { body });
const id: string = list.data!.data.id;
const added = await client.POST('/fraud/lists/{id}/entries', {
  params: { path: { id } },
  body: { entries: [{ name: 'Adaeze Okonkwo' }] },
});
expect(added.data?.data.added === 1, 'no entry was added');
const screened = await client.POST('/fraud/screen', { body: { name: 'Okonkwo, Adaeze' } });
const hit: components['schemas']['ScreeningHit'] | undefined = screened.data?.data.hits[0];
expect(hit?.explanation.tokens[0]?.similarity === 1, 'no hit with an explanation');
const verified = await client.POST('/identity/verify-bvn', {
  body: {
    subjectId: 'customer-1',
    bvn: '22222222220',
    matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
  },
});
expect(verified.data?.data.kind === 'bvn', 'no verification');
const hits = await client.GET('/fraud/hits', { params: { query: { limit: 5 } } });
expect(typeof hits.data?.data.total === 'number', 'no page of hits');
const again = await client.POST('/fraud/lists', { body });
expect(again.response.status === 409 && again.error?.error.code === 'CONFLICT', 'no 409');
process.stdout.write('ok\n');
