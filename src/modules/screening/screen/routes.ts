import { Type } from 'typebox';
import { defineRoute } from '../access.ts';
import { BatchRequest, BatchResult, ScreenRequest, ScreenResult } from './schemas.ts';
import { askedProblems, checkedOf, toSubject } from './asked/asked.ts';
import { GlobalListFacts } from './checked/schemas.ts';
import { CAPS } from './plan.ts';
import type { Screened, Verdict } from './screened.ts';
import type { Screening } from './screening.ts';
import { sealScreenings, storeScreenings, type Unstored } from './content/store-screenings.ts';
import { lastWithdrawalOf } from '../../identity/index.ts';
import { SCREENING_READ, SCREENING_WRITE } from '../../lists/index.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Screening', extension: true } as const;
/** The rules of a caller's own screening. */
const OF_CALLER = { isFederated: true, mayLag: true } as const;

/** The answer without the lists, which a batch has only once. */
function results(screened: Screened): ScreenResult[] {
  const { screenedAt, listVersion, federated, types, verdicts } = screened;
  const checkedIn = ({ subject }: Pick<Verdict, 'subject'>) => {
    const checked = checkedOf(subject, types);
    return checked && { checked };
  };
  return verdicts.map(({ id, outcome, hits, ...verdict }) => ({
    screeningId: id,
    screenedAt: screenedAt.toISOString(),
    listVersion,
    outcome,
    ...(federated && { federated }),
    ...checkedIn(verdict),
    hits,
  }));
}

/**
 * Screens one name; `storeScreenings` stores the result.
 * @throws ApiError as `Screening.screen`; the reason of `abandoned`
 */
export async function screenOne(
  screening: Screening,
  orgId: string,
  body: ScreenRequest,
  abandoned?: AbortSignal,
): Promise<Unstored> {
  const screened = await screening.screen({
    ...OF_CALLER,
    orgId,
    subjects: [toSubject(body)],
    rules: body,
    caps: CAPS,
    ...(abandoned && { abandoned }),
  });
  return { orgId, subjectId: body.subjectId ?? null, screened };
}

/** Screening of names, one or many at a time. */
export const screenRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/screen',
    operationId: 'screenName',
    audit: {
      action: 'screening.run',
      does: 'screened a name',
      object: ({ data }) => data.screeningId,
      shows: ['outcome', 'listVersion'],
    },
    summary: "Screen a name against global lists and the organization's own",
    description:
      'The screening is stored with its hits, which remain after their entries are deleted.',
    extension: false,
    policy: SCREENING_WRITE,
    body: ScreenRequest,
    check: ({ body }) => askedProblems(body),
    data: ScreenResult,
    creates: { resource: 'screening', ids: (data: ScreenResult) => [data.screeningId] },
    prepare: async ({ services, orgId, principal, body, abandoned }, db) => {
      const { screening, envelopes } = services;
      const organization = principal.organization!;
      const [unstored, withdrawn] = await Promise.all([
        screenOne(screening, orgId, body, abandoned()),
        lastWithdrawalOf(db, organization, body.subjectId),
      ]);
      const seals = organization.sealsContent === true;
      return { ...(seals ? await sealScreenings(envelopes, unstored) : unstored), withdrawn };
    },
    writeAll: storeScreenings,
    answer: (_context, { screened, withdrawn }) => ({
      ...results(screened)[0]!,
      ...withdrawn,
      lists: screened.lists,
    }),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/screen/batch',
    operationId: 'screenNames',
    audit: { action: 'screening.run_batch', does: 'screened several names' },
    summary: 'Screen up to 1,000 names at once',
    description:
      'All names are screened against the same version of the lists. Items have no `subjectId`, so your own ' +
      `decisions on hits do not count in a batch. More than ${CAPS.all} hits in total return 409.`,
    policy: SCREENING_WRITE,
    body: BatchRequest,
    check: ({ body }) => body.items.flatMap((item, i) => askedProblems(item, `items[${i}].`)),
    bodyLimitFactor: 8,
    errors: ['CONFLICT'],
    data: BatchResult,
    prepare: async ({ services: { screening, envelopes }, orgId, principal, body, abandoned }) => {
      const screened = await screening.screen({
        ...OF_CALLER,
        orgId,
        subjects: body.items.map(toSubject),
        rules: body,
        caps: { ...CAPS, nameAt: (i) => `items[${i}].name` },
        abandoned: abandoned(),
      });
      const unstored: Unstored = { orgId, subjectId: null, screened };
      const seals = principal.organization!.sealsContent === true;
      return seals ? sealScreenings(envelopes, unstored) : unstored;
    },
    handle: async ({ body }, tx, unstored) => {
      const { screened } = unstored;
      await storeScreenings(tx, [unstored]);
      return {
        lists: screened.lists,
        results: results(screened).map((result, i) => ({
          ref: body.items[i]!.ref ?? null,
          ...result,
        })),
      };
    },
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/global-lists',
    operationId: 'listCheckedGlobalLists',
    summary: 'List the operator’s lists for screening',
    policy: SCREENING_READ,
    data: Type.Object({ lists: Type.Array(GlobalListFacts) }, { title: 'CheckedGlobalLists' }),
    handle: async ({ services: { screening } }) => ({
      lists: (await screening.globalLists()) as GlobalListFacts[],
    }),
  }),
]);
