import { beforeAll, describe, expect, test } from 'vitest';
import { type TestPerson } from '../support/app.ts';
import { within } from '../support/within.ts';
import { consoleApp, settled, violationsOf, visit } from './support/browser.ts';
import { answerQuestion, decide, openQueue } from './support/deciding.ts';
import { allowOnePerson, fill, type World } from './support/world.ts';

/** The time until a decision is sent, and the page has shown its effect. */
const SENT = { timeout: 10_000 + within(10_000) };

const app = consoleApp({ rateLimits: undefined });
let world: World;
let ada: TestPerson;
let bayo: TestPerson;
beforeAll(async () => {
  world = await fill(app, 2);
  await allowOnePerson(app, world);
  ada = await app.person(world.org.id, ['analyst']);
  bayo = await app.person(world.org.id, ['analyst']);
  for (const { id } of (await call('GET', '/approvals?status=pending')).items)
    await call('POST', `/approvals/${id}/reject`);
  await call('PATCH', '/approvals/settings', { actions: ['hit.false_positive'] });
});

async function call(method: string, path: string, body?: object) {
  const { session } = world;
  const answer = await app.call(method, `/api/v1${path}`, { session, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}
async function open({ session }: TestPerson, path: string) {
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return visited;
}
const WAITS = 'waiting for approval';

describe('a false positive of two people', () => {
  test('is proposed, waits on the row for both, and is approved next to the evidence', async () => {
    const first = await openQueue(app, ada.session);
    const second = await openQueue(app, bayo.session);
    const { page } = first;
    const row = page.getByRole('row').filter({ hasText: 'customer-0' });
    await row.getByText('Adaeze').first().click();
    await decide(page, '2', 'Born in another year.');
    const id = world.hitId;
    await page.getByText('Waiting for approval: customer-0').waitFor(SENT);
    await row.getByText(WAITS).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    // The other page gets it without reloading.
    const other = second.page.getByRole('row').filter({ hasText: 'customer-0' });
    await other.getByText(WAITS).waitFor();
    const link = second.page.getByRole('navigation').getByRole('link', { name: /^Approvals/ });
    await link.getByText('1', { exact: true }).waitFor();
    // The first person cannot be the second.
    await row.getByText('Adaeze').first().click();
    await page.keyboard.press('2');
    const question = page.getByRole('dialog');
    await question.getByText('You have requested this. Another person must decide.').waitFor();
    expect(await question.getByRole('button', { name: 'Decide' }).isDisabled()).toBe(true);
    await first.close();
    await link.click();
    const request = second.page.getByRole('row').filter({ hasText: 'customer-0' });
    await request.getByText('Known fraudsters').waitFor();
    await request.getByRole('link', { name: 'Adaeze Okonkwo' }).click();
    await second.page.waitForURL(`**/console/review/${id}`);
    await settled(second.page);
    const panel = second.page.getByRole('region', { name: 'Waiting for approval' });
    await panel.getByText('Date of birth differs · Born in another year.').waitFor();
    await panel.getByTitle(ada.id).or(panel.getByText(ada.id)).first().waitFor();
    expect(await second.page.getByRole('region', { name: 'On the list' }).count()).toBe(1);
    expect(await violationsOf(second.page)).toEqual([]);
    await panel.getByRole('button', { name: 'Approve: false positive' }).click();
    await answerQuestion(second.page, 'I have seen the passport.', '8');
    // The next hit of the queue is not what the person came for.
    await second.page.waitForURL('**/console/approvals');
    await second.page.getByText('unless undone', { exact: false }).waitFor();
    await second.page.keyboard.press('u');
    await second.page.waitForURL(`**/console/review/${id}`);
    await panel.getByRole('button', { name: 'Approve: false positive' }).click();
    const again = second.page.getByRole('dialog');
    await again.getByRole('radio').nth(7).and(second.page.locator(':focus')).waitFor();
    await second.page.keyboard.press('Enter');
    await second.page.waitForURL('**/console/approvals');
    await link.getByText('1', { exact: true }).waitFor({ state: 'detached', ...SENT });
    await second.page.goto(`${app.url}/console/review/${id}`);
    const history = second.page.getByRole('region', { name: 'Decisions' });
    await history.getByText('Known customer, checked before · I have seen').waitFor(SENT);
    await history.getByText('Date of birth differs · Born in another year.').waitFor();
    const [made] = (await call('GET', `/fraud/hits/${id}`)).decisions;
    expect(made).toMatchObject({
      reasonCode: 'known_customer',
      decidedBy: bayo.id,
      approval: { askedBy: { id: ada.id }, reasonCode: 'date_of_birth_differs' },
    });
    expect(second.faults).toEqual([]);
    await second.close();
  });

  test('is refused only with a reason, and withdrawn by the person who proposed it', async () => {
    const [hit] = (await call('GET', '/fraud/hits?subjectId=customer-1')).items;
    const propose = async (reason: string) => {
      const body = { action: 'hit.false_positive', objectId: hit.id, reason };
      const answer = await app.call('POST', '/api/v1/approvals', { session: ada.session, body });
      expect(answer.status, answer.text).toBe(201);
      return answer.body.data.id as string;
    };
    const refused = await propose('Not him.');
    const { page, close } = await open(bayo, `/console/review/${hit.id}`);
    const panel = page.getByRole('region', { name: 'Waiting for approval' });
    await panel.getByText('Not him.').waitFor();
    await panel.getByRole('button', { name: 'Refuse' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Refuse' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Refuse' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Reason for the refusal').fill('The passport is the same.');
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await panel.getByText('Not him.').waitFor({ state: 'detached' });
    expect(await call('GET', `/approvals/${refused}`)).toMatchObject({
      status: 'rejected',
      answerReason: 'The passport is the same.',
    });
    const history = page.getByRole('region', { name: 'Decisions' });
    await history.getByText('The passport is the same.').waitFor();
    await history.getByText('Not him.').waitFor();
    const withdrawn = await propose('Not him, again.');
    // The request arrives without reloading.
    await panel.getByText('Not him, again.').waitFor();
    await close();
    const own = await open(ada, `/console/review/${hit.id}`);
    await own.page.getByRole('button', { name: 'Withdraw' }).click();
    await own.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await own.page.getByText('Request withdrawn by').waitFor();
    expect(await call('GET', `/approvals/${withdrawn}`)).toMatchObject({ status: 'rejected' });
    await own.close();
  });
});

describe('the settings of approvals', () => {
  test('change the codes of reasons, and ask a second person before they require less', async () => {
    const admin = await app.person(world.org.id, ['admin']);
    const { page, faults, close } = await open(admin, '/console/approval-settings');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a code' }).click();
    await page.getByLabel('Code 10', { exact: true }).fill('twin');
    await page.getByLabel('Text 10', { exact: true }).fill('A twin');
    await page.getByRole('button', { name: 'Remove code 1', exact: true }).click();
    await page.getByLabel('Also reject decisions').check();
    await page.getByLabel('A false positive requires a sentence').fill('90');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await page.getByText('Saved.').waitFor();
    const saved = await call('GET', '/approvals/reasons');
    expect(saved).toMatchObject({ required: true, textFrom: 90 });
    expect(saved.codes.at(-1)).toEqual({ reasonCode: 'twin', text: 'A twin' });
    expect(saved.codes).toHaveLength(9);
    await page.getByLabel('decide a hit as a false positive').uncheck();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Oriki has sent the request').waitFor();
    const { items } = await call('GET', '/approvals?status=pending');
    expect(items).toMatchObject([{ action: 'approval_settings.lower', detail: { actions: [] } }]);
    expect(faults).toEqual([]);
    await close();
  });
});
