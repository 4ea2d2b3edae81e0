import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { call } from '../../../support/app.ts';
import {
  cleanUp,
  embeddedClient,
  eventually,
  freePort,
  freshDataDir,
  report,
  seeded,
  service,
  type ServiceProcess,
} from '../../../support/process.ts';

afterAll(cleanUp);

const KILLS = 21;
const REQUESTS = 200;
const CLIENTS = 8;
const LISTS = 4;
const MAX_ENTRIES = 120;

type Add = {
  key: string;
  listId: string;
  entries: { name: string; identifiers: { key: string } }[];
  /** Every answer that reached a client. */
  answers: string[];
  /** The number of requests whose connection broke before the answer. */
  cut: number;
  /** True if the first answer reported that an earlier request had done the work. */
  foundDone: boolean;
};

function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

test(`performs every keyed bulk add exactly once while the service is killed ${KILLS} times`, async () => {
  const random = seeded('kill');
  const dataDir = await freshDataDir();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = (): ServiceProcess =>
    service({
      ORIKI_DATA_DIR: dataDir,
      PORT: String(port),
      ORIKI_RATE_LIMITS: 'off',
      ORIKI_LOG_LEVEL: 'error',
    });

  // The ready line is logged at the level info, so this test detects readiness by requests.
  const serving = (): Promise<number> =>
    eventually(
      () =>
        call(url, 'GET', '/readyz').then(
          ({ status }) => status === 200,
          () => false,
        ),
      30_000,
    );
  let current = start();
  await serving();
  await eventually(() => current.demoKey !== '');
  const apiKey = current.demoKey;

  const listIds: string[] = [];
  for (let i = 0; i < LISTS; i += 1) {
    const body = { source: `kill-${i}`, name: 'Kill', kind: 'tenant_blocklist' };
    const { status, body: answer } = await call(url, 'POST', '/api/v1/fraud/lists', {
      key: apiKey,
      body,
    });
    expect(status).toBe(201);
    listIds.push(answer.data.id);
  }

  const adds = Array.from({ length: REQUESTS }, (_, i): Add => {
    const key = `add-${random.seed}-${i}`;
    const size = 1 + random.below(MAX_ENTRIES);
    const entries = Array.from({ length: size }, (__, n) => ({
      name: `Ngozi ${i} Balogun ${n}`,
      identifiers: { key },
    }));
    return {
      key,
      listId: listIds[random.below(LISTS)]!,
      entries,
      answers: [],
      cut: 0,
      foundDone: false,
    };
  });

  let kills = 0;
  let underWay = 0;
  let sentInThisLife = 0;
  const failures: string[] = [];

  /** Makes one attempt. Returns false if the client must repeat it with the same key. */
  const attempt = async (add: Add): Promise<boolean> => {
    underWay += 1;
    sentInThisLife += 1;
    try {
      const answer = await call(url, 'POST', `/api/v1/fraud/lists/${add.listId}/entries`, {
        key: apiKey,
        body: { entries: add.entries },
        headers: { 'idempotency-key': add.key },
      });
      if (answer.status === 201) {
        if (add.answers.length === 0)
          add.foundDone = answer.headers.get('idempotency-replayed') === 'true';
        add.answers.push(answer.text);
        return true;
      }
      const { code } = answer.body?.error ?? {};
      const retry = answer.headers.get('retry-after');
      const starting =
        code === 'SERVICE_UNAVAILABLE' && answer.body.error.message === 'the service is starting';
      if (
        answer.status !== 503 ||
        retry === null ||
        (code !== 'IDEMPOTENCY_UNAVAILABLE' && !starting)
      )
        failures.push(`${answer.status} ${answer.text}`);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (code !== 'ECONNREFUSED') add.cut += 1;
    } finally {
      underWay -= 1;
    }
    await sleep(30 + random.below(40));
    return false;
  };

  // Each process gets a share of the new requests. Between them it gets repeats of requests that have their answer.
  let next = 0;
  const released = (): number => Math.ceil(((kills + 1) * REQUESTS) / (KILLS + 1));
  const client = async (): Promise<void> => {
    while (next < REQUESTS) {
      if (next < released()) {
        const add = adds[next]!;
        next += 1;
        while (!(await attempt(add))) if (failures.length > 0) return;
      } else if (next === 0) await sleep(5);
      else {
        const earlier = adds[random.below(next)]!;
        if (earlier.answers.length > 0) await attempt(earlier);
        await sleep(1);
      }
    }
  };

  const underWayAtKill: number[] = [];
  const killer = async (): Promise<void> => {
    while (kills < KILLS && failures.length === 0) {
      await serving();
      sentInThisLife = 0;
      await eventually(() => sentInThisLife > 0);
      await sleep(random.below(40));
      await eventually(() => underWay > 0);
      current.signal('SIGKILL');
      underWayAtKill.push(underWay);
      expect((await current.ended).signal).toBe('SIGKILL');
      current = start();
      kills += 1;
    }
  };
  await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);
  expect(failures).toEqual([]);

  // Late repeats get the same bytes, too.
  await serving();
  for (const add of adds) while (!(await attempt(add)));

  const cut = sum(adds.map((add) => add.cut));
  const foundDone = adds.filter((add) => add.foundDone).length;
  report(
    `kill: under way at each kill: ${underWayAtKill.join(' ')}; cut: ${cut}; committed without an answer: ${foundDone}`,
  );
  // The faults really happened: there were requests in progress, and answers were lost.
  expect(underWayAtKill.length).toBe(KILLS);
  expect(Math.min(...underWayAtKill)).toBeGreaterThan(0);
  expect(cut).toBeGreaterThanOrEqual(KILLS);

  // All answers to one key have the same bytes, and describe the whole request.
  for (const add of adds) {
    expect(add.answers.length).toBeGreaterThanOrEqual(2);
    expect(new Set(add.answers).size, add.key).toBe(1);
    expect(JSON.parse(add.answers[0]!).data.added).toBe(add.entries.length);
  }

  // Every key's effect exists exactly once in the database: the entries of its answer, and no others except the
  // demo's.
  const client1 = await embeddedClient(dataDir);
  const { rows } = await client1.query<{ key: string; ids: string[]; lists: string[] }>(
    `SELECT identifiers->>'key' AS key, array_agg(id) AS ids, array_agg(DISTINCT list_id) AS lists
     FROM screening_entries WHERE name <> 'Chief (Mrs.) Adaeze Okonkwo' GROUP BY 1`,
  );
  await client1.end();
  const stored = new Map(rows.map((row) => [row.key, row]));
  expect(stored.size).toBe(REQUESTS);
  for (const add of adds) {
    const row = stored.get(add.key);
    const answered = JSON.parse(add.answers[0]!).data.entryIds as string[];
    expect(row?.ids.toSorted(), add.key).toEqual(answered.toSorted());
    expect(row?.lists).toEqual([add.listId]);
  }

  // The entries are the same over HTTP.
  for (const listId of listIds) {
    const expected = adds
      .filter((add) => add.listId === listId)
      .flatMap((add) => JSON.parse(add.answers[0]!).data.entryIds);
    const path = `/api/v1/fraud/lists/${listId}`;
    const list = await call(url, 'GET', path, { key: apiKey });
    expect(list.body.data.entryCount).toBe(expected.length);
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await call(url, 'GET', `${path}/entries?limit=100&page=${page}`, {
        key: apiKey,
      });
      expect(body.data.total).toBe(expected.length);
      if (body.data.items.length === 0) break;
      seen.push(...body.data.items.map((entry: { id: string }) => entry.id));
    }
    expect(seen.toSorted()).toEqual(expected.toSorted());
  }
  expect(await current.stop()).toEqual({ code: 0, signal: null });
});
