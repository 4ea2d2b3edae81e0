import * as api from './generated.js';

const options = { headers: { 'x-api-key': process.env.ORIKI_KEY! } };
const body: api.CreateScreeningListInput = {
  source: `generated:${process.env.ORIKI_RUN}`,
  name: 'Generated',
  kind: api.TenantListKindInput.tenant_blocklist,
};

function expect(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

const list = await api.createScreeningList(body, options);
expect(list.status === 201, 'no list');
const ENTRIES = { entries: [{ name: 'Adaeze Okonkwo' }] };
const added = await api.addScreeningEntries(list.data.data.id, ENTRIES, options);
expect(added.status === 201 && added.data.data.added === 1, 'no entry was added');
const screened = await api.screenName({ name: 'Okonkwo, Adaeze' }, options);
expect(screened.status === 200, 'no screening');
expect(screened.data.data.hits[0]?.explanation.tokens[0]?.similarity === 1, 'no hit');
const verified = await api.verifyBvn(
  {
    subjectId: 'customer-1',
    bvn: '22222222220',
    matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
  },
  options,
);
expect(verified.status === 200 && verified.data.data.kind === 'bvn', 'no verification');
const hits = await api.listHits({ limit: 5 }, options);
expect(hits.status === 200 && typeof hits.data.data.total === 'number', 'no page of hits');
const again = await api.createScreeningList(body, options);
expect(again.status === 409 && again.data.error.code === 'CONFLICT', 'no 409');
process.stdout.write('ok\n');
