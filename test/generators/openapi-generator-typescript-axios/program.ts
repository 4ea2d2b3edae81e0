import { isAxiosError } from 'axios';
import {
  Configuration,
  ContinuousScreeningApi,
  IdentityApi,
  ScreeningApi,
  ScreeningListsApi,
  TenantListKindInput,
  type ErrorResponse,
} from './generated/index.js';

const configuration = new Configuration({
  basePath: `${process.env.ORIKI_URL}/api/v1`,
  apiKey: process.env.ORIKI_KEY!,
});
const lists = new ScreeningListsApi(configuration);
const createScreeningListInput = {
  source: `generated:${process.env.ORIKI_RUN}`,
  name: 'Generated',
  kind: TenantListKindInput.TenantBlocklist,
};

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const { data: list } = await lists.createScreeningList({ createScreeningListInput });
const { data: added } = await lists.addScreeningEntries({
  id: list.data.id,
  addScreeningEntriesInput: { entries: [{ name: 'Adaeze Okonkwo' }] },
});
expect(added.data.added === 1, 'no entry was added');
const { data: screened } = await new ScreeningApi(configuration).screenName({
  screenNameInput: { name: 'Okonkwo, Adaeze' },
});
expect(screened.data.hits[0]?.explanation.tokens[0]?.similarity === 1, 'no hit');
const { data: verified } = await new IdentityApi(configuration).verifyBvn({
  verifyBvnInput: {
    subjectId: 'customer-1',
    bvn: '22222222220',
    matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
  },
});
expect(verified.data.kind === 'bvn', 'no verification');
const { data: hits } = await new ContinuousScreeningApi(configuration).listHits({ limit: 5 });
expect(typeof hits.data.total === 'number', 'no page of hits');
const refusal: unknown = await lists
  .createScreeningList({ createScreeningListInput })
  .catch((error: unknown) => error);
expect(
  isAxiosError<ErrorResponse>(refusal) &&
    refusal.response?.status === 409 &&
    refusal.response.data.error.code === 'CONFLICT',
  'no 409',
);
process.stdout.write('ok\n');
