import { execFile, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../support/app.ts';
import { cases } from '../support/cases.ts';
import { asService, cloneDatabase } from '../support/database.ts';
import { report } from '../support/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('{docs,deploy,clients/typescript}/**/*.md', {
    cwd: ROOT,
    exclude: ['**/node_modules'],
  }),
].toSorted();

/** Other tests run the blocks with these marks. */
const RUN_ELSEWHERE: Record<string, string> = {
  tour: 'test/docs/long/tour.test.ts',
  export: 'test/docs/audit-log.test.ts',
  'receiver: shell': 'test/docs/long/receiving-webhooks.test.ts',
  'receiver: send': 'test/docs/long/receiving-webhooks.test.ts',
  secrets: 'test/deploy/compose.test.ts',
  objects: 'test/deploy/compose.test.ts',
  'back up': 'test/deploy/compose.test.ts',
  restore: 'test/deploy/compose.test.ts',
  upgrade: 'test/deploy/compose.test.ts',
};

/** Files that the commands of a page find in their folder, as for a reader. */
const FILES: Record<string, string> = {
  'docs/bulk-screening.md': `printf 'name\\nAdaeze Okonkwo\\n' > customers.csv`,
  'docs/operations/lists.md': `
    cp data/ofac-2021-sample/sdn.csv data/ofac-2021-sample/alt.csv .
    printf 'id,name\\n1,Adaeze Okonkwo\\n' > pep.csv`,
  'docs/operations/identity.md': `
    npx --no-install oriki audit verify --json > heads-yesterday.json
    for subject in one two; do
      curl -s "$ORIKI_URL/api/v1/identity/verify-bvn" -H "x-api-key: $ORIKI_KEY" -H 'content-type: application/json' \\
        -d '{"subjectId": "'$subject'", "bvn": "22222222227", "matchAgainst": {"firstName": "Ada", "lastName": "Eze"}}'
    done
    DEAD_LETTER=$(npx --no-install oriki dead-letters list --status waiting --json | grep -o 'deadletter_[a-z0-9]*' | head -n 1)`,
  'docs/subjects.md': `
    curl -s "$ORIKI_URL/api/v1/fraud/screen" -H "x-api-key: $ORIKI_KEY" -H 'content-type: application/json' \\
      -d '{"subjectId": "customer-17", "name": "Ada Eze"}'`,
  'docs/operations/billing.md': 'export ORIKI_PRICE_SHEET_FILE=docs/price-sheet.example.yaml',
};

type Block = { line: number; language: string; mark: string | undefined; text: string };

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(
    /<!-- tour -->[\s\S]*<!-- \/tour -->/,
    (tour) => tour.replaceAll(/^```sh$/gm, '<!-- tour -->\n```sh'),
  );
  return [...text.matchAll(/(?:^<!-- (.*) -->\n+)?^```(.*)\n([\s\S]*?)^```$/gm)].map((found) => ({
    line: text.slice(0, found.index).split('\n').length,
    mark: found[1],
    language: found[2]!,
    text: found[3]!,
  }));
}
function isShell({ language }: Block): boolean {
  return ['sh', 'bash'].includes(language);
}
const NOT_RUN = /^not run: (.+)$/;

test('blocks of commands are marked, and their marks are known', () => {
  const wrong: string[] = [];
  for (const page of PAGES)
    for (const block of blocksOf(page)) {
      const place = `${page}:${block.line}`;
      if (
        !isShell(block) &&
        block.language === '' &&
        /^(curl|npm|npx|docker|psql|bash|export|[A-Z_]+=\S+ \w+) /m.test(block.text)
      )
        wrong.push(`${place}: commands without the language sh`);
      if (!isShell(block) || block.mark === undefined || NOT_RUN.test(block.mark)) continue;
      const where = RUN_ELSEWHERE[block.mark];
      if (where === undefined) wrong.push(`${place}: the mark ${block.mark} is not known`);
      else if (!readFileSync(join(ROOT, where), 'utf8').includes(block.mark.split(': ').at(-1)!))
        wrong.push(`${place}: ${where} does not run ${block.mark}`);
    }
  expect(wrong).toEqual([]);
});

test('every page uses the address in ORIKI_URL and the key in ORIKI_KEY', () => {
  const others = PAGES.flatMap((page) =>
    blocksOf(page)
      .filter(isShell)
      .flatMap(({ text, line }) =>
        [...text.matchAll(/curl [^\n]*?"?(\S+\/api\/v1|\$API)|x-api-key: (\S+)"/g)]
          .map(([, url, key]) => url ?? key!)
          .filter((name) => !/^"?\$(ORIKI_(PLATFORM_)?(URL|KEY)|API|key)\b/.test(name))
          .map((name) => `${page}:${line}: ${name}`),
      ),
  );
  expect(others).toEqual([]);
});

/**
 * Every answer must be a success; a stream is read for two seconds. The command line starts without npm, which would
 * take a second each time.
 */
const PRELUDE = `
set -euo pipefail
curl() {
  case " $* " in
    *' -sN '*) timeout 2 curl --fail-with-body "$@" || [ $? = 124 ];;
    *) command curl --fail-with-body --max-time 30 "$@";;
  esac
}
oriki() { "$NODE" src/main.ts "$@"; }
npx() { [ "$1 $2" = '--no-install oriki' ]; shift 2; oriki "$@"; }
npm() { [ "$1 $2 $3 $4" = 'run --silent oriki --' ]; shift 4; oriki "$@"; }
`;

const tools = ['bash', 'curl', 'jq', 'timeout'].filter(
  (tool) => spawnSync(tool, ['--version']).status !== 0,
);
if (tools.length > 0) report(`commands of documents are skipped: ${tools.join(', ')} is not there`);

/** Pages that start the program more often than this run in `npm run test:long` only. */
const MOST_STARTS = cases(1, Infinity);
const withCommands = PAGES.map((page) => ({
  page,
  blocks: blocksOf(page).filter((block) => isShell(block) && block.mark === undefined),
})).filter(({ blocks }) => blocks.length > 0);
const runnable = withCommands.filter(({ page, blocks }) => {
  const starts = blocks.flatMap(({ text }) => text.match(/\boriki (?=[a-z])/g) ?? []).length;
  if (starts > MOST_STARTS)
    report(`${page} is run by test:long: it starts the program ${starts} times`);
  return starts <= MOST_STARTS;
});

describe.skipIf(tools.length > 0)('the commands of', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ rateLimits: undefined });
    for (const page of PAGES)
      for (const { mark, line } of blocksOf(page).filter(isShell)) {
        const [, reason] = NOT_RUN.exec(mark ?? '') ?? [];
        if (reason !== undefined) report(`${page}:${line} is not run: ${reason}`);
      }
  });
  afterAll(() => app.stop());

  test.each(runnable)('$page run as they are written', async ({ page, blocks }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriki-commands-'));
    try {
      for (const name of ['data', 'docs', 'src'])
        await symlink(join(ROOT, name), join(folder, name));
      const org = await app.org({ plan: 'enterprise' });
      const steps = blocks.map(({ text, line }) => `echo '== ${page}:${line}' >&2\n${text}`);
      const script = [PRELUDE, FILES[page] ?? '', ...steps].join('\n');
      const { stdout } = await promisify(execFile)('bash', ['-c', script], {
        cwd: folder,
        env: {
          ...process.env,
          NODE: process.execPath,
          ORIKI_URL: app.url,
          ORIKI_KEY: org.key,
          ORIKI_PLATFORM_KEY: await app.platformKey(),
          ORG: org.id,
          ...app.env,
          ORIKI_SECRET: TEST_SECRET,
          ORIKI_DATA_DIR: folder,
        },
        maxBuffer: 64 * 1024 * 1024,
      });
      expect(stdout).not.toContain('"success":false');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

test("every read-only statement runs as the service's role", async () => {
  const client = new pg.Client({ connectionString: asService(await cloneDatabase()) });
  await client.connect();
  const reading = PAGES.flatMap((page) =>
    blocksOf(page)
      .filter(({ language, text }) => language === 'sql' && /^(SELECT|WITH)\b/.test(text))
      .map(({ line, text }) => ({ place: `${page}:${line}`, text })),
  );
  expect(reading.length).toBeGreaterThan(5);
  for (const { place, text } of reading)
    await expect(client.query(text), place).resolves.toBeDefined();
  await client.end();
});

test('the commands of more than a few pages run', () => {
  expect(runnable.length).toBeGreaterThan(8);
  expect(new Set(runnable.map(({ page }) => dirname(page)))).toContain('docs');
});
