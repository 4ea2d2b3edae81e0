import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** A call outside of a function that registers a hook of the test file. */
const HOOK_ON_LOAD =
  /^(?:export )?(?:(?:const|let) .*= )?(?:await )?(?:before|after)(?:All|Each)\(|^(?:export )?(?:const|let) .*= testApp\(/mu;

/** Vitest loads it once for each file, because it is one of its `setupFiles`. */
const SETUP = 'test/support/drop-databases.ts';

test('no module that test files share registers hooks when it loads, because a worker loads it for one file only', async () => {
  const found: string[] = [];
  for await (const path of glob('test/**/*.ts')) {
    if (path.endsWith('.test.ts') || path === SETUP) continue;
    if (HOOK_ON_LOAD.test(await readFile(path, 'utf8'))) found.push(path);
  }
  expect(found).toEqual([]);
});
