import type { Area, World } from '../world.ts';
import { madeUpName } from './names.ts';

const WHOLE = 'an acknowledged import of a global list is complete, in a separate revision';
const PERIOD_MS = 2000;
/** The number of entries beyond which the oldest are removed. */
const MOST = 40;

/** An operator's list for all organizations, imported again with more entries every two seconds. */
export function globalListsLoad(world: World): Area {
  const { client, tally, random, unique, sql, platformKey: key } = world;
  tally.expects(WHOLE);
  let names: string[] = [];
  let revision = 0;
  let next = 0;
  let importing = false;
  return {
    name: 'global lists',
    async step() {
      // One at a time, so that the order is known.
      if (importing || performance.now() < next) return;
      importing = true;
      next = performance.now() + PERIOD_MS;
      const added = Array.from({ length: 1 + random.below(3) }, () => madeUpName(random));
      names = [...new Set([...names, ...added])].slice(-MOST);
      const body = {
        kind: 'sanctions',
        source: 'load:sanctions',
        name: 'Load',
        format: 'csv',
        content: ['name', ...names, ''].join('\n'),
      };
      const idempotencyKey = unique('import');
      try {
        const { data } = await client.ask(
          { method: 'POST', path: '/admin/lists', key, body, idempotencyKey },
          201,
          200,
        );
        const { list } = data as { list: { revision: number; entryCount: number } };
        tally.check(
          WHOLE,
          list.entryCount === names.length && list.revision > revision,
          () => `${names.length} names after revision ${revision}: ${JSON.stringify(data)}`,
        );
        revision = list.revision;
      } finally {
        importing = false;
      }
    },
    async verify() {
      const rows = await sql<{ name: string }>(
        `SELECT e.name FROM global_entries e JOIN global_lists l ON l.id = e.list_id WHERE l.source = 'load:sanctions'`,
      );
      const stored = rows.map(({ name }) => name).toSorted();
      tally.check(
        WHOLE,
        stored.join() === names.toSorted().join(),
        () => `${stored.length} are there, ${names.length} were imported last`,
      );
    },
  };
}
