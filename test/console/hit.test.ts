import { beforeAll, describe, expect, test } from 'vitest';
import { consoleApp, settled, violationsOf, visit } from './support/browser.ts';
import { answerQuestion, decide, enter } from './support/deciding.ts';
import { fill, type World } from './support/world.ts';
import { within } from '../support/within.ts';

const app = consoleApp({ rateLimits: undefined });
let world: World;
beforeAll(async () => {
  world = await fill(app, 3);
});

async function call(path: string) {
  const { body } = await app.call('GET', `/api/v1${path}`, { key: world.org.key });
  return body.data;
}

async function open(path: string) {
  const visited = await visit(app, world.session, path);
  await settled(visited.page);
  return visited;
}

async function hitOf(subjectId: string): Promise<string> {
  return (await call(`/fraud/hits?subjectId=${subjectId}`)).items[0].id;
}

test("the key 3 adds a hit from the queue to a case: a new one after a question, and then the customer's open one", async () => {
  const hitId = await hitOf('customer-1');
  const { page, faults, close } = await open('/console/review');
  const row = page.locator('tr[aria-selected=true]');
  for (let moves = 0; !(await row.innerText()).includes('customer-1'); moves += 1) {
    expect(moves, 'the row is found').toBeLessThan(5);
    await page.keyboard.press('j');
  }
  // A hit that was opened by its link has the keyboard at its row when the person returns.
  const last = page.locator('tbody tr[data-index]').last();
  const other = /customer-\d/.exec(await last.innerText())![0];
  expect(other).not.toBe('customer-1');
  await last.getByRole('link').click();
  await page.getByRole('heading', { name: 'Hit', level: 1 }).waitFor();
  await page.goBack();
  await row.filter({ hasText: other }).waitFor();
  // The first key gives the row the focus.
  await enter(page);
  await page.keyboard.press('k');
  await row.filter({ hasText: 'customer-1' }).waitFor();
  await page.keyboard.press('3');
  // The customer has no open case, so the console asks before it creates one.
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your customer id').and(page.locator(':focus')).waitFor();
  expect((await call('/cases?subjectId=customer-1')).items).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect((await call('/cases?subjectId=customer-1')).items).toEqual([]);
  await page.locator('tr[aria-selected=true]:focus').waitFor();
  await page.keyboard.press('3');
  await dialog.getByLabel('Your customer id').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Case customer-1' }).click();
  await page.waitForURL('**/console/cases/case_*');
  const [made, ...others] = (await call('/cases?subjectId=customer-1')).items;
  expect(others).toEqual([]);
  expect((await call(`/cases/${made.id}`)).items).toMatchObject([{ id: hitId }]);
  await page.goBack();
  await row.filter({ hasText: 'customer-1' }).waitFor();
  await enter(page);
  await page.keyboard.press('3');
  await page.waitForURL(`**/console/cases/${made.id}`);
  expect((await call('/cases?subjectId=customer-1')).items).toHaveLength(1);
  expect(faults).toEqual([]);
  await close();
});

test('a customer is shown with the threads in which they take part', async () => {
  const { page, faults, close } = await open('/console/subjects/customer-0');
  const row = page.getByRole('row').filter({ hasText: 'Parcel' });
  await page.getByText('unread by the customer in open threads').first().waitFor();
  await row.getByRole('link').click();
  await page.waitForURL(`**/console/threads/${world.threadId}`);
  expect(faults).toEqual([]);
  await close();
});

test('a score is explained in words', async () => {
  const post = (path: string, body: object) =>
    app.call('POST', `/api/v1/fraud${path}`, { key: world.org.key, body });
  const kind = 'tenant_blocklist';
  const list = (await post('/lists', { source: 'test:words', name: 'Words', kind })).body.data;
  await post(`/lists/${list.id}/entries`, { entries: [{ name: 'Tochukwu Hephzibah Wickham' }] });
  await post('/subjects', { subjectId: 'customer-9', name: 'Toochukwu Hephzibah Wickham Ada' });
  const { page, faults, close } = await open(`/console/review/${await hitOf('customer-9')}`);
  const words = page.getByRole('region', { name: 'Words side by side' });
  await expect
    .poll(() => words.innerText())
    .toMatch(
      /one typing error apart[\s\S]*Points deducted for: [^_]*extra word for the customer \(\d+(\.\d+)?\)/,
    );
  expect(faults).toEqual([]);
  await close();
});

test('facts of both sides are in one table, and a decision without a reason keeps the findings separate from it', async () => {
  const post = (path: string, body: object) =>
    app.call('POST', `/api/v1/fraud${path}`, { key: world.org.key, body });
  const name = 'Adaeze Okonkwo';
  await post('/subjects', { subjectId: 'born-then', name, dob: '1980-02-29', country: 'GH' });
  const hitId = await hitOf('born-then');
  const { page, faults, close } = await open(`/console/review/${hitId}`);
  const facts = page.getByRole('table', { name: 'Facts of both sides' });
  await facts.getByRole('row').filter({ hasText: '1980-02-29' }).getByText('same').waitFor();
  const country = facts.getByRole('row').filter({ hasText: 'Ghana (GH)' });
  expect(await country.innerText()).toMatch(/Nigeria \(NG\)\s+differs/);
  await page.getByText('Similarity and weight').click();
  await page.getByText('far more than a title').waitFor();
  const found =
    /Found by Oriki: score \d+; 2 of 2 words of the listed name are the same; points deducted for different country \(\d+\)\./;
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'True match' }).click();
  await answerQuestion(page, '');
  // It is sent when it can no longer be undone.
  await expect
    .poll(async () => (await call(`/fraud/hits/${hitId}`)).decisions[0], {
      timeout: within(20_000),
    })
    .toMatchObject({ reason: null, findings: { score: expect.any(Number) } });
  await page.goto(`${app.url}/console/review/${hitId}`);
  const history = page.getByRole('region', { name: 'Decisions' });
  await history.getByText('Reason: none').waitFor();
  await history.getByText(found).waitFor();
  // Another decision requires an explanation typed by the person.
  await page.getByRole('button', { name: 'True match' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('A different decision on this hit needs an explanation.').waitFor();
  expect(await question.getByRole('button', { name: 'Decide' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect(faults).toEqual([]);
  await close();
});

test('a decision on the screen of a hit opens the next hit of the queue, waits ten seconds, and is undone by u and by its button', async () => {
  const hitId = await hitOf('customer-0');
  const { page, faults, asked, close } = await open('/console/review?sort=subject');
  const sent = () => asked.filter((url) => url.endsWith('/decision'));
  const row = page.locator('tbody tr[data-index]');
  const urls: string[] = [];
  for (const link of await row.getByRole('link').all())
    urls.push(`${app.url}${await link.getAttribute('href')}`);
  const at = urls.findIndex((url) => url.endsWith(hitId));
  await row.getByRole('link', { name: 'customer-0' }).click();
  await page.waitForURL(urls[at]!);
  await settled(page);
  const bar = page.getByRole('region', { name: 'Decide' });
  const isWaiting = () => bar.getByText('unless undone', { exact: false }).waitFor();
  await decide(page, '2', 'born in another year');
  await page.waitForURL(urls[at + 1]!);
  await isWaiting();
  await page.keyboard.press('u');
  await page.waitForURL(urls[at]!);
  // The question keeps the reason that was entered for its hit.
  await bar.getByRole('button', { name: 'False positive' }).click();
  const reason = page.getByLabel('Explanation');
  await expect.poll(() => reason.inputValue()).toBe('born in another year');
  await reason.press('Enter');
  await page.waitForURL(urls[at + 1]!);
  await bar.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(urls[at]!);
  await page.keyboard.press('j');
  await page.waitForURL(urls[at + 1]!);
  await page.keyboard.press('k');
  await page.waitForURL(urls[at]!);
  await decide(page, '1', 'the same person');
  await page.waitForURL(urls[at + 1]!);
  await page.goBack();
  await settled(page);
  expect(await bar.getByRole('button', { name: 'True match' }).isDisabled()).toBe(true);
  // The queue offers the same decisions, and has the keyboard at the row of the last hit.
  await page.getByRole('link', { name: 'Review queue' }).click();
  await page.getByText('unless undone', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForTimeout(10_500);
  expect(sent()).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('the screen of a hit shows who decided it, and keys assign it, note it and add it to a case', async () => {
  const hitId = await hitOf('customer-2');
  const { page, faults, close } = await open(`/console/review/${hitId}`);
  const dialog = page.getByRole('dialog');
  const box = (await page.getByRole('button', { name: 'False positive' }).boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(800);
  await page.keyboard.press('a');
  await dialog.getByRole('button', { name: 'Assign to me' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await call(`/fraud/hits/${hitId}`)).assignee).toMatch(/^usr_/);
  await page.getByText(/Assignee: usr_/).waitFor();
  await page.keyboard.press('n');
  await dialog.getByLabel('Note in the customer’s case').fill('Ask for the passport.');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [{ id: caseId }] = (await call('/cases?subjectId=customer-2')).items;
  const made = await call(`/cases/${caseId}`);
  expect(made.items).toMatchObject([{ id: hitId }]);
  expect(made.notes).toMatchObject([{ text: 'Ask for the passport.' }]);
  await page.getByRole('button', { name: 'False positive' }).click();
  await answerQuestion(page, 'born in another year');
  await expect
    .poll(async () => (await call(`/fraud/hits/${hitId}`)).status, { timeout: within(20_000) })
    .toBe('false_positive');
  await page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    await route.fulfill({ json: { success: true, data: { ...data, email: 'ada@example.com' } } });
  });
  await page.goto(`${app.url}/console/review/${hitId}`);
  await page.getByText(/false positive by usr_\w+ \(you\)/).waitFor();
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  expect(printed).toContain('(ada@example.com)');
  expect(printed).not.toMatch(/\(you\)|Skip to the content/);
  expect(printed).not.toMatch(/\d\d:\d\d:\d\d/);
  const topOf = async (heading: string) =>
    (await page.getByRole('heading', { name: heading }).boundingBox())!.y;
  const facts = page.getByRole('table', { name: 'Facts of both sides' });
  expect(await topOf('Decisions')).toBeLessThan(await topOf('On the list'));
  expect(await topOf('On the list')).toBeLessThan((await facts.boundingBox())!.y);
  await page.emulateMedia({ media: 'screen' });
  await page.getByText('Date of birth differs · born in another year').waitFor();
  await page.getByRole('button', { name: 'Attach to a case' }).click();
  expect(await dialog.getByLabel('Your customer id').inputValue()).toBe('customer-2');
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
  await page.waitForURL('**/console/cases/case_*');
  await page.goBack();
  await page.getByText('Case of').waitFor();
  await page.keyboard.press('3');
  await page.waitForURL(`**/console/cases/${caseId}`);
  expect(faults).toEqual([]);
  await close();
});

test('a decided hit accepts no other decision before the page has read it again', async () => {
  const subject = { subjectId: 'decided-twice', name: 'Adaeze Okonkwo' };
  await app.call('POST', '/api/v1/fraud/subjects', { key: world.org.key, body: subject });
  const hitId = await hitOf('decided-twice');
  const { page, faults, close } = await open(`/console/review/${hitId}`);
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/v1/fraud/hits/${hitId}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const answer = page.waitForResponse((one) => one.url().endsWith('/decision'));
  await page.getByRole('button', { name: 'False positive' }).click();
  await answerQuestion(page);
  expect((await answer).status()).toBe(200);
  await page.goBack();
  const other = page.getByRole('button', { name: 'True match' });
  // Here the page still shows the hit as it was before the decision.
  await page.waitForTimeout(500);
  expect(await other.isDisabled()).toBe(true);
  held.resolve();
  await expect.poll(() => other.isEnabled()).toBe(true);
  await other.click();
  await answerQuestion(page, 'It is the person after all');
  await page.getByText('unless undone', { exact: false }).waitFor();
  await expect
    .poll(async () => (await call(`/fraud/hits/${hitId}`)).status, { timeout: within(20_000) })
    .toBe('true_match');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('names the person who has claimed a case of the hit, on its screen and in the question of the queue, and the case is taken over with a reason', async () => {
  const subject = { subjectId: 'claimed', name: 'Adaeze Okonkwo' };
  await app.call('POST', '/api/v1/fraud/subjects', { key: world.org.key, body: subject });
  const hitId = await hitOf('claimed');
  const body = { subjectId: 'claimed', itemIds: [hitId] };
  const { body: made } = await app.call('POST', '/api/v1/cases', { key: world.org.key, body });
  const { page, faults, close } = await open(`/console/review/${hitId}`);
  const notice = page.getByText('Only the person who has claimed its case can decide this hit');
  await page.getByText('Case of').waitFor();
  expect(await notice.count()).toBe(0);
  await app.call('POST', `/api/v1/cases/${made.data.id}/claim`, { key: world.org.key });
  // The claim arrives without reloading.
  await notice.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(`${app.url}/console/review`);
  await settled(page);
  await page.getByRole('row').filter({ hasText: 'claimed' }).getByText('Adaeze').first().click();
  await page.keyboard.press('1');
  const question = page.getByRole('dialog');
  await question.getByText('Only the person who has claimed').waitFor();
  await question.getByRole('link', { name: 'Open the case' }).click();
  await page.waitForURL(`**/console/cases/${made.data.id}`);
  const claim = page.getByRole('region', { name: 'Claim', exact: true });
  const takeOver = claim.getByRole('button', { name: 'Take over' });
  await claim.getByText(/^Claimed by key_/).waitFor();
  expect(await takeOver.isDisabled()).toBe(true);
  await claim.getByLabel('Reason for the takeover').fill('The night shift has ended.');
  await takeOver.click();
  await claim.getByRole('button', { name: 'Release' }).waitFor();
  await page.goto(`${app.url}/console/review/${hitId}`);
  await page.getByText('Case of').waitFor();
  expect(await notice.count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

describe('the selected hit', () => {
  const name = 'Adaeze Okonkwo';
  const subjectId = 'born-at-two-dates';
  type Answer = { items?: Answer[]; match?: { dob?: string }; identifiers?: object[] };
  async function openWide(change: (data: Answer) => void) {
    await app.call('POST', '/api/v1/fraud/subjects', {
      key: world.org.key,
      body: { subjectId, name, dob: '1980-02-29', country: 'NG' },
    });
    const visited = await visit(app, world.session, '/console/hits');
    await visited.page.setViewportSize({ width: 1280, height: 800 });
    await visited.page.route(/fraud\/(hits|entries)/, async (route) => {
      const response = await route.fetch();
      const body = await response.json().catch(() => undefined);
      if (!body?.data) return route.fulfill({ response });
      change(body.data);
      return route.fulfill({ response, json: body });
    });
    return visited;
  }

  test('has the same verdict in its row, and long values leave dates and verdicts in sight', async () => {
    const value = 'AB0123456789'.repeat(8);
    const { page, close } = await openWide((data) => {
      // The first listed date differs, and the service has compared all of them.
      for (const { match } of data.items ?? [data]) if (match?.dob) match.dob = '1957';
      if (data.identifiers) data.identifiers = [{ kind: 'passport', value, country: null }];
    });
    await page.goto(`${app.url}/console/review?customer=${subjectId}`);
    await settled(page);
    const row = page.locator('tbody tr[data-index]').filter({ hasText: subjectId });
    expect(await row.innerText()).toMatch(/· 1957/);
    expect(await row.innerText()).not.toContain('≠');
    const panel = page.getByRole('region', { name: 'Selected hit' });
    await panel.getByRole('link', { name: subjectId }).waitFor();
    const dates = panel.getByRole('row').filter({ hasText: '1980-02-29' });
    await dates.getByText('same').waitFor();
    const verdicts = await panel.getByRole('table').locator('.badge').all();
    expect(verdicts.length).toBeGreaterThan(2);
    const edge = (await panel.boundingBox())!;
    for (const one of verdicts) {
      const box = (await one.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(edge.x + edge.width);
    }
    await panel.getByText(value, { exact: false }).waitFor();
    const date = await panel.getByText('1980-02-29', { exact: true }).first().boundingBox();
    expect(date!.height).toBeLessThan(24);
    await close();
  });

  test('shows that another hit of its customer is decided before the decision is stored', async () => {
    const list = await app.call('POST', '/api/v1/fraud/lists', {
      key: world.org.key,
      body: { name: 'Second list', source: 'internal:second', kind: 'tenant_blocklist' },
    });
    await app.call('POST', `/api/v1/fraud/lists/${list.body.data.id}/entries`, {
      key: world.org.key,
      body: { entries: [{ name: 'Adaeze Okonkwoh' }] },
    });
    await expect
      .poll(async () => (await call(`/fraud/hits?subjectId=${subjectId}`)).items.length, {
        timeout: within(20_000),
      })
      .toBe(2);
    const { page, close } = await open(`/console/review?customer=${subjectId}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    const row = page.locator('tr[aria-selected=true]:focus');
    await row.waitFor();
    const listed = /Okonkwoh/.test(await row.innerText()) ? 'Adaeze Okonkwoh' : name;
    await page.keyboard.press('1');
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: `${subjectId} – ${listed}` })
      .waitFor();
    await answerQuestion(page, 'The same person.');
    await page.getByText(`true match: ${subjectId} – ${listed}. Stored at`).waitFor();
    const panel = page.getByRole('region', { name: 'Selected hit' });
    await panel.getByText('(true match, waiting)').waitFor();
    await page.keyboard.press('u');
    await panel.getByText('(open)').waitFor();
    await close();
  });
});
