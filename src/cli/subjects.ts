import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, Opened } from './commands.ts';
import { choice, need, pageOf, sentence, UsageError, type Flags } from './flags.ts';
import { erasureFolder, storeSettings } from '../config/exports.ts';
import { openStores } from '../modules/exports/index.ts';
import { REVEAL_REASON, REVEAL_REASONS } from '../modules/identity/index.ts';
import { MODULES } from '../modules/index.ts';
import { recordClassesOf, routesIn, subjectAreasOf, tablesOf } from '../modules/module.ts';
import {
  continueErasure,
  ErasureList,
  ERASE_OPERATION,
  EXPORT_OPERATION,
  exportJson,
  exportNow,
  exportPage,
  getErasure,
  getSubjectData,
  registerOf,
  requestErasure,
  restoreList,
  SUBJECT_FORMATS,
  subjectTablesOf,
} from '../modules/privacy/index.ts';
import { listClasses } from '../modules/retention/index.ts';
import { databaseOf, everyBucketOf } from '../platform/db/places.ts';
import { externalId } from '../platform/http/normalise.ts';
import { openKeys } from '../start/open.ts';
import { eraseTools } from '../start/open/erasures.ts';
import { hostsOf } from '../start/open/hosts.ts';
import { readProviders } from '../start/open/identity.ts';
import { memberNow } from '../start/open/member.ts';

const TABLES = tablesOf(MODULES);
const CLASSES = recordClassesOf(MODULES);
/** All areas with data about a subject, the tables whose rows name their subject, and the classes of records. */
const PLACES = {
  areas: subjectAreasOf(MODULES),
  tables: subjectTablesOf(TABLES),
  classes: CLASSES,
};

function routeOf(id: string) {
  return routesIn(MODULES).find(({ operationId }) => operationId === id)!;
}
const EXPORT_ROUTE = routeOf(EXPORT_OPERATION);
const ERASE_ROUTE = routeOf(ERASE_OPERATION);
/** The wait before a retry while another process erases a part. */
const BUSY_MS = 50;

/** Exports a subject for a member into a new file that only its owner can read. */
async function exportSubject(opened: Opened, flags: Flags): Promise<object> {
  const [orgId, out] = [need(flags, 'org'), need(flags, 'out')];
  const format = choice('format', flags.format ?? 'json', SUBJECT_FORMATS);
  const reasonCode = choice('reason-code', need(flags, 'reason-code'), REVEAL_REASONS);
  const { person, actor } = await memberNow(opened, orgId, need(flags, 'member'), EXPORT_ROUTE);
  const subjectId = externalId(need(flags, 'subject'));
  const own = await databaseOf(opened.db, orgId);
  const envelopes = await openKeys(opened.config, opened);
  const file = await open(out, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `--out cannot be written: ${error.code === 'EEXIST' ? 'the file exists' : error.message}`,
    );
  });
  let isDone = false;
  try {
    const exporting = { orgId, subjectId, actor, reasonCode };
    const facts = await exportNow(own, PLACES, exporting, person);
    const of = { orgId, subjectId, envelopes };
    const parts = { facts, areas: PLACES.areas, of, db: own.organization(orgId).read };
    for await (const piece of format === 'html' ? exportPage(parts) : exportJson(parts))
      await file.write(piece);
    isDone = true;
    return { ...facts, file: out };
  } finally {
    await file.close();
    if (!isDone) await rm(out);
  }
}

/** Erases a subject for a member, and returns the receipt. If the command ends early, the worker continues. */
async function eraseSubject(opened: Opened, flags: Flags): Promise<object> {
  const [orgId, reason] = [need(flags, 'org'), sentence(need(flags, 'reason'), REVEAL_REASON)];
  const reasonCode = choice('reason-code', need(flags, 'reason-code'), REVEAL_REASONS);
  const { actor } = await memberNow(opened, orgId, need(flags, 'member'), ERASE_ROUTE);
  const subjectId = externalId(need(flags, 'subject'));
  const own = await databaseOf(opened.db, orgId);
  const { config, buckets, secret } = opened;
  const envelopes = await openKeys(config, opened);
  const files = await openStores(opened.db.read, storeSettings(config));
  const erasing = { orgId, subjectId, actor };
  const request = { reasonCode, reason };
  const { id } = await requestErasure(own, envelopes, PLACES.tables, erasing, request);
  const tools = { ...eraseTools(config, { buckets, envelopes, files, secret }), db: own };
  // The worker may have begun the erasure.
  while ((await continueErasure(tools, orgId, id)) === 'busy') await sleep(BUSY_MS);
  return getErasure(own.read, tools, { orgId, subjectId }, id);
}

/** Commands about stored personal data. */
export const subjectCommands: Record<string, Command> = {
  'subject show': {
    audit: {
      action: 'subject.show',
      does: 'saw what is stored about a customer',
      object: ({ flags }) => flags.subject,
      organization: ({ flags }) => flags.org,
    },
    async runWith(opened, flags) {
      const orgId = need(flags, 'org');
      const own = await databaseOf(opened.db, orgId);
      const envelopes = await openKeys(opened.config, opened);
      const of = { orgId, subjectId: externalId(need(flags, 'subject')), envelopes };
      const { read } = own.organization(orgId);
      const { omitted: _, ...found } = await getSubjectData(read, PLACES, of, null, pageOf(flags));
      return found;
    },
  },
  'subject export': {
    audit: {
      action: 'subject.export_for',
      does: 'exported what is stored about a customer for a member',
      object: ({ flags }) => flags.subject,
      organization: ({ flags }) => flags.org,
    },
    runWith: exportSubject,
  },
  'subject erase': {
    audit: {
      action: 'subject.erase_for',
      does: 'requested the erasure of a customer for a member',
      object: ({ flags }) => flags.subject,
      organization: ({ flags }) => flags.org,
    },
    runWith: eraseSubject,
  },
  'privacy restore-list': {
    audit: { action: 'erasures.restore_list', does: 'wrote lost erasures to their list again' },
    async runWith({ db, config }) {
      const list = new ErasureList(erasureFolder(config));
      let added = 0;
      for (const bucket of everyBucketOf(db.read)) added += await restoreList(bucket, list);
      return { folder: list.folder, added };
    },
  },
  'privacy register': {
    columns: () => ['people', 'data', 'place', 'protection', 'kept'],
    async runWith({ config, db }, { json }) {
      const { providers } = await readProviders(config);
      const hosts = hostsOf(
        config,
        providers.map(({ baseUrl }) => baseUrl),
      );
      const { classes } = await listClasses(db.read, CLASSES);
      const { entries } = registerOf(TABLES, hosts, classes);
      const items = json
        ? entries
        : entries.map(({ recipients, ...entry }) => ({
            ...entry,
            recipients: recipients.map(({ name, hosts: of }) => [name, ...of].join(' ')),
          }));
      return { items, total: items.length };
    },
  },
};
