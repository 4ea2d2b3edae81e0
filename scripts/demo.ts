import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '../src/config/config.ts';
import { importList } from '../src/modules/lists/index.ts';
import * as tenants from '../src/modules/tenants/index.ts';
import type { Database } from '../src/platform/db/database.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { openDatabase } from '../src/start/open.ts';
import { startService, type Service } from '../src/start/service.ts';
import { reportFailure, StartError } from '../src/start/start-error.ts';

/**
 * `npm run demo`: identity verification in the sandbox, then screening from end to end, over real HTTP, on the
 * configured data folder. Can run any number of times, even while another Oriki uses the same folder.
 */
const SAMPLE = 'data/ofac-2021-sample';
const ROOT = join(import.meta.dirname, '..');
const ORGANIZATION = 'Demo run';
const BLOCKLIST = 'demo:fraudsters';
const ALLOWLIST = 'demo:known-good';
const SCOPES = ['identity:verify', 'fraud:manage', 'fraud:screen'];
/** The sandbox decides by the last digit (docs/sandbox.md). */
const BVNS: { shows: string; bvn: string }[] = [
  { shows: 'a BVN that belongs to the claimed name', bvn: '22222222220' },
  { shows: 'one that belongs to another person', bvn: '22222222223' },
];

/** The parts of answers that this script reads. */
type List = { id: string; source: string; name: string; entryCount: number };
type Penalty = { reason: string; points: number };
type Hit = {
  listKind: string;
  listName: string;
  matchedName: string;
  score: number;
  explanation: { penalties?: Penalty[] };
};
type Screening = { screeningId: string; outcome: string; hits: Hit[] };
type Verification = { status: string; matchScore: number; profile: Record<string, string> };

/** A person to screen, and the point that the step demonstrates. */
const SUBJECTS: { shows: string; body: Record<string, unknown> }[] = [
  { shows: 'a sanctioned person, exactly as listed', body: { name: 'Viktor Anatolijevitch Bout' } },
  { shows: 'the same person, misspelt', body: { name: 'Victor Anatoliyevich Buot' } },
  { shows: 'a sanctioned person, in another script', body: { name: 'Башар Асад' } },
  {
    shows: 'your own entry, words in another order, without its titles',
    body: { name: 'Okonkwo, Adaeze' },
  },
  { shows: 'your own entry, without accents and apostrophe', body: { name: 'Sean OBrien Smith' } },
  { shows: 'a person on no list', body: { name: 'Folasade Bamgbose' } },
  {
    shows:
      'a customer of yours who is on the allowlist and bears a sanctioned name; the date of birth differs',
    body: {
      name: 'Viktor Anatolijevitch Bout',
      dob: '1990-05-17',
      kinds: ['sanctions', 'tenant_allowlist'],
    },
  },
];

function say(line = ''): void {
  return console.log(line);
}
function progress(line: string): void {
  return console.error(line);
}
let steps = 0;
let interrupted = false;
function step(title: string): void {
  return say(`\n${(steps += 1)}. ${title}`);
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Sends one real request, printing the curl line that does the same. */
async function request<T>(
  target: { url: string; key: string; quiet?: boolean },
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; data: T }> {
  const all = { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const text = body === undefined ? undefined : JSON.stringify(body);
  if (!target.quiet) {
    const flags = [
      ...(method === 'GET' || (method === 'POST' && text !== undefined) ? [] : [`-X ${method}`]),
      '-H "x-api-key: $ORIKI_KEY"',
      ...Object.entries(all).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
      ...(text === undefined ? [] : [`-d ${shellQuote(text)}`]),
    ];
    say(`   $ curl -s "$ORIKI_URL${path}" ${flags.join(' ')}`);
  }
  const response = await fetch(target.url + path, {
    method,
    headers: { 'x-api-key': target.key, ...all },
    ...(text === undefined ? {} : { body: text }),
  });
  const answer = (await response.json()) as {
    success: boolean;
    data: T;
    error?: { code: string; message: string };
  };
  if (!answer.success)
    throw new Error(
      `${method} ${path} answered ${response.status} ${answer.error?.code}: ${answer.error?.message}`,
    );
  return { status: response.status, headers: response.headers, data: answer.data };
}

/** The demo's organization, the same in every run. */
async function demoOrganization(db: Database): Promise<string> {
  for (let page = 1; ; page++) {
    const { items, total, limit } = await tenants.listOrganizations(db.read, { page, limit: 100 });
    const known = items.find(({ name }) => name === ORGANIZATION);
    if (known) return known.id;
    if (page * limit >= total) break;
  }
  const made = await db.transaction((tx) =>
    tenants.createOrganization(tx, {
      name: ORGANIZATION,
      plan: 'enterprise',
      addons: ['detection_pack'],
    }),
  );
  return made.id;
}

async function verifyAll(url: string, key: string): Promise<void> {
  for (const { shows, bvn } of BVNS) {
    step(`Verify ${shows}, in the sandbox, which invents the answer`);
    const { data } = await request<Verification>(
      { url, key },
      'POST',
      '/api/v1/identity/verify-bvn',
      {
        subjectId: 'customer-17',
        bvn,
        matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
      },
    );
    const { firstName, lastName } = data.profile;
    say(`   ${bvn}: ${data.status}, score ${data.matchScore}; it is ${firstName} ${lastName}'s`);
  }
}

async function importSample(db: Database): Promise<void> {
  step(
    'An operator imports the OFAC sample: a public-domain snapshot of about 2021, not for compliance use',
  );
  const sdn = `${SAMPLE}/sdn.csv`;
  const alt = `${SAMPLE}/alt.csv`;
  const source = 'ofac:sdn-2021-sample';
  say(
    `   $ npx --no-install oriki list import --kind sanctions --source ${source} --format ofac-csv ` +
      `--file ${sdn} --aliases ${alt}`,
  );
  const report = await db.transaction((tx) =>
    importList(tx, {
      kind: 'sanctions',
      source,
      name: 'OFAC SDN, 2021 sample',
      format: 'ofac-csv',
      main: createReadStream(join(ROOT, sdn)),
      aliases: createReadStream(join(ROOT, alt)),
    }),
  );
  const { list, added, changed, removed, unchanged, rejected } = report;
  say(
    `   ${list.entryCount} entries: ${added} added, ${changed} changed, ${removed} removed, ` +
      `${unchanged} unchanged, ${rejected} rejected`,
  );
}

async function createLists(url: string, key: string): Promise<void> {
  const quiet = { url, key, quiet: true };
  const { lists } = (await request<{ lists: List[] }>(quiet, 'GET', '/api/v1/fraud/lists')).data;
  for (const { id, source } of lists)
    if ([BLOCKLIST, ALLOWLIST].includes(source))
      await request(quiet, 'DELETE', `/api/v1/fraud/lists/${id}`);

  step('A tenant creates a blocklist and an allowlist');
  const create = async (body: object): Promise<List> =>
    (await request<List>({ url, key }, 'POST', '/api/v1/fraud/lists', body)).data;
  const blocklist = await create({
    source: BLOCKLIST,
    name: 'Known fraudsters',
    kind: 'tenant_blocklist',
  });
  say(`   ${blocklist.id}`);
  const allowlist = await create({
    source: ALLOWLIST,
    name: 'Known good customers',
    kind: 'tenant_allowlist',
  });
  say(`   ${allowlist.id}`);

  step('It adds entries; with an Idempotency-Key, so that a repeated request adds nothing twice');
  const add = (list: List, entries: object[]) =>
    request<{ added: number }>(
      { url, key },
      'POST',
      `/api/v1/fraud/lists/${list.id}/entries`,
      { entries },
      { 'idempotency-key': `demo-${list.id}` },
    );
  const bad = [
    { name: 'Dr. Seán O’Brien-Smith Jr.', dob: '1980-02-29', country: 'ie' },
    { name: 'Chief (Mrs.) Adaeze Okonkwo', country: 'NG', identifiers: { case: '4711' } },
  ];
  say(`   added ${(await add(blocklist, bad)).data.added}`);
  const again = await add(blocklist, bad);
  const replayed = again.headers.get('idempotency-replayed') === 'true';
  say(`   the same request again: ${replayed ? 'the first answer, replayed' : 'NOT replayed'}`);
  say(
    `   added ${(await add(allowlist, [{ name: 'Viktor Anatolijevitch Bout', dob: '1990-05-17' }])).data.added}`,
  );
}

function describe(hit: Hit): string {
  const penalties = (hit.explanation.penalties ?? []).map(
    ({ reason, points }) => `${reason} -${points}`,
  );
  const why = penalties.length > 0 ? ` (${penalties.join(', ')})` : '';
  return `${hit.score.toFixed(2).padStart(6)}  ${hit.listKind}  "${hit.matchedName}" on "${hit.listName}"${why}`;
}

async function screenAll(url: string, key: string): Promise<void> {
  let last = '';
  for (const { shows, body } of SUBJECTS) {
    step(`Screen ${shows}`);
    const { data } = await request<Screening>({ url, key }, 'POST', '/api/v1/fraud/screen', body);
    say(`   ${String(body['name'])}: ${data.outcome}`);
    for (const hit of data.hits.slice(0, 3)) say(`     ${describe(hit)}`);
    if (data.hits.length > 3) say(`     and ${data.hits.length - 3} more`);
    last = data.screeningId;
  }
  step('Every screening is kept as it was answered');
  const { data } = await request<Screening>(
    { url, key },
    'GET',
    `/api/v1/fraud/screenings/${last}`,
  );
  say(`   ${data.screeningId}: ${data.outcome}, ${data.hits.length} hits`);
}

async function runDemo(service: Service, db: Database): Promise<void> {
  const url = service.url!;
  say('Oriki demo');
  say(
    `The service runs in this process, at ${url}, until the demo ends. To repeat a line by hand: run "npm start",`,
  );
  say('set ORIKI_URL to its address and ORIKI_KEY to a key of yours.');
  if (service.demo) {
    say(
      '\nThis was the first start on this data folder. Its demo organization has this key, shown only now:',
    );
    say(`  export ORIKI_KEY=${service.demo.key}`);
  }
  const organizationId = await demoOrganization(db);
  const { id, key } = await db.transaction((tx) =>
    tenants.createKey(tx, { organizationId, scopes: SCOPES, name: 'demo run' }),
  );
  try {
    await verifyAll(url, key);
    await importSample(db);
    await createLists(url, key);
    await screenAll(url, key);
  } finally {
    await db.transaction((tx) => tenants.revokeKey(tx, id));
  }
  say(
    '\nDone. The sample list stays imported, and every organization of this data folder is screened against it:',
  );
  say(
    'import current lists, and delete this one, before you screen real people (docs/operations/lists.md).',
  );
}

async function main(): Promise<void> {
  const config = loadConfig(undefined, {
    port: 0,
    host: '127.0.0.1',
    adminPort: undefined,
    role: 'api',
    rateLimits: undefined,
    drainDelayMs: 0,
    logLevel: 'silent',
    // The file does not depend on the configuration, because the demo must not contact any real provider.
    providersFile: undefined,
  });
  if (config.databaseUrl !== undefined) {
    console.error(
      'The demo imports an outdated sample list, so it only runs on the embedded database: unset DATABASE_URL.',
    );
    process.exitCode = 64;
    return;
  }
  const log = createLogger('silent');
  const service = await startService(config, { log, progress });
  try {
    const opened = await openDatabase(config, log, progress);
    const stopEarly = async (): Promise<void> => {
      interrupted = true;
      // Closing waits for the running statement, so PostgreSQL stops.
      await opened.close().catch(() => {});
      await service.stop();
      process.exit(130);
    };
    process.once('SIGINT', () => void stopEarly());
    process.once('SIGTERM', () => void stopEarly());
    try {
      await runDemo(service, opened.db);
    } finally {
      if (!interrupted) await opened.close();
    }
  } finally {
    await service.stop();
  }
}

try {
  await main();
} catch (error) {
  if (interrupted) process.exitCode = 130;
  else if (error instanceof ConfigError || error instanceof StartError) reportFailure(error);
  else {
    console.error('The demo failed:', error);
    process.exitCode = 1;
  }
}
