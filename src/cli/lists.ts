import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Command, Opened } from './commands.ts';
import { importEntriesCommand } from './entries.ts';
import {
  choice,
  duration,
  need,
  pageOf,
  readable,
  UsageError,
  wholeNumber,
  type Flags,
} from './flags.ts';
import { ProgressBar } from './output/progress.ts';
import type { Config } from '../config/config.ts';
import { listedHosts } from '../config/egress.ts';
import { GLOBAL_KINDS, type GlobalKind } from '../matching/index.ts';
import {
  checksumsOf,
  FETCH_TIMEOUT_MS,
  FetchError,
  type FetchParts,
  FORMATS,
  globalListId,
  importFromOrigin,
  importList,
  listChanges,
  listGlobalLists,
  listVersions,
  MAPPED,
  type Mapping,
  MAX_REFRESH_SECONDS,
  MIN_REFRESH_SECONDS,
  MORE_FILES,
  PUBLISHERS,
  readMapping,
  Refresher,
  sealQueries,
  setOrigin,
} from '../modules/lists/index.ts';
import { bulk } from '../modules/file-screening/index.ts';
import { commandActor } from '../start/command-audit.ts';
import { openKeys } from '../start/open.ts';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { AddressRules } from '../platform/outbound/address.ts';
import { OperatorFileError } from '../platform/operator-file.ts';
import { checkTarget } from '../platform/outbound/target.ts';

/** Returns the origin of a list's entries from the flags. */
function originOf(flags: Flags, config: Config) {
  if ((flags.url === undefined) === (flags.file === undefined))
    throw new UsageError('one of --url and --file is required');
  const rules = new AddressRules(config.outboundAllow, listedHosts(config));
  const url = (name: 'url' | `${(typeof MORE_FILES)[number]}-url`): string | undefined => {
    const value = flags[name];
    const problem = value === undefined ? undefined : checkTarget(value, rules).problem;
    if (problem !== undefined) throw new UsageError(`--${name} ${problem}`);
    return value;
  };
  const main = url('url') ?? resolve(need(flags, 'file'));
  const more = (name: (typeof MORE_FILES)[number]): string | null => {
    const local = flags[name] === undefined ? undefined : resolve(flags[name]);
    if (local !== undefined && flags[`${name}-url`] !== undefined)
      throw new UsageError(`--${name} is not allowed with --${name}-url`);
    return url(`${name}-url`) ?? local ?? null;
  };
  const everySeconds = duration('every', flags.every, {
    min: MIN_REFRESH_SECONDS,
    max: MAX_REFRESH_SECONDS,
  });
  return {
    main,
    aliases: more('aliases'),
    addresses: more('addresses'),
    comments: more('comments'),
    everySeconds: everySeconds ?? null,
  };
}

/** Opens the connections for downloads, runs `work` with them, and closes them. */
async function fetching<T>(
  opened: Opened,
  work: (parts: FetchParts & { keys: () => Promise<Envelopes> }) => Promise<T>,
) {
  const { config } = opened;
  const outbound = opened.egress.client('list');
  try {
    return await work({
      outbound,
      keys: () => openKeys(config, opened),
      folder: join(config.dataDir, 'downloads'),
      maxBytes: config.listMaxBytes,
      timeoutMs: FETCH_TIMEOUT_MS,
      signal: new AbortController().signal,
    });
  } finally {
    await outbound.close();
  }
}

/**
 * Returns the content of a file and a function that reports its progress, from 0 to 1; undefined without a size, as
 * for a pipe.
 */
async function measured(path: string, content: AsyncIterable<Uint8Array>) {
  const { size } = await stat(path);
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { content: counted(), share: () => (size === 0 ? undefined : Math.min(1, bytes / size)) };
}

/** Returns the format, or the mapping that defines one. */
async function readerOf(flags: Flags): Promise<{ format: string; mapping?: Mapping }> {
  if (flags.mapping === undefined)
    return { format: choice('format', need(flags, 'format'), FORMATS) };
  if (flags.format !== undefined) throw new UsageError('--mapping is not allowed with --format');
  try {
    return { format: MAPPED, mapping: await readMapping(flags.mapping) };
  } catch (error) {
    if (error instanceof OperatorFileError) throw new UsageError(error.message);
    throw error;
  }
}

type MoreContents = Partial<Record<(typeof MORE_FILES)[number], AsyncIterable<Uint8Array>>>;

async function filesBeside(flags: Flags): Promise<MoreContents> {
  const files: MoreContents = {};
  for (const name of MORE_FILES)
    if (flags[name] !== undefined) files[name] = await readable(name, flags[name]);
  return files;
}

async function* opening(flag: string, path: string): AsyncGenerator<Uint8Array> {
  yield* await readable(flag, path);
}

/** Returns the checksums of files that can be read twice, unlike a pipe. */
async function checksumsBefore(file: string, flags: Flags) {
  const paths = [file, ...MORE_FILES.flatMap((name) => flags[name] ?? [])];
  const states = await Promise.all(paths.map((path) => stat(path)));
  if (!states.every((state) => state.isFile())) return undefined;
  return checksumsOf({ main: await readable('file', file), ...(await filesBeside(flags)) });
}

async function importCommand(opened: Opened, flags: Flags): Promise<object> {
  if (flags.org !== undefined || flags.list !== undefined)
    return importEntriesCommand(opened, flags);
  for (const name of ['skip-invalid', 'column'] as const)
    if (flags[name] !== undefined) throw new UsageError(`--${name} requires --org and --list`);
  const bar = flags.json ? undefined : new ProgressBar(process.stderr, 'entries');
  try {
    return await importGlobal(opened, flags, bar);
  } finally {
    bar?.end();
  }
}

async function importGlobal(
  opened: Opened,
  flags: Flags,
  bar: ProgressBar | undefined,
): Promise<object> {
  const list = {
    kind: choice<GlobalKind>('kind', need(flags, 'kind'), GLOBAL_KINDS),
    source: need(flags, 'source'),
    ...(flags.name === undefined ? {} : { name: flags.name }),
  };
  const read = await readerOf(flags);
  const dateFormat =
    flags['date-format'] && choice('date-format', flags['date-format'], bulk.DATE_FORMATS);
  const isOrigin = [flags.url, flags.every, ...MORE_FILES.map((name) => flags[`${name}-url`])].some(
    (flag) => flag !== undefined,
  );
  if (!isOrigin) {
    const file = need(flags, 'file');
    const main = await measured(file, await readable('file', file));
    const more = await filesBeside(flags);
    const checksums = await checksumsBefore(file, flags);
    const onProgress = (rows: number): void => bar?.show({ rows, share: main.share() });
    const input = {
      ...list,
      ...read,
      main: main.content,
      ...more,
      ...(checksums && { checksums, again: () => opening('file', file) }),
      ...(dateFormat && { dateFormat }),
      origin: basename(file),
      onProgress,
    };
    return opened.db.transaction((tx) => importList(tx, input));
  }
  if (dateFormat)
    throw new UsageError(
      '--date-format requires --file: for an origin set dateFormat in a mapping',
    );
  const origin = { ...originOf(flags, opened.config), ...read };
  const onProgress = (rows: number): void => bar?.show({ rows, share: undefined });
  return fetching(opened, (parts) =>
    importFromOrigin(opened.db, parts, { ...list, origin, onProgress }).catch((error: unknown) => {
      if (error instanceof FetchError) return { ok: false, error: error.message };
      throw error;
    }),
  );
}

/** Commands about global lists. */
export const listCommands: Record<string, Command> = {
  'list import': {
    begins: true,
    audit: {
      action: 'list.import',
      does: 'imported a list',
      object: ({ flags }) => flags.list ?? flags.source,
      organization: ({ flags }) => flags.org,
    },
    runWith: importCommand,
  },
  'list list': {
    run: async (tx, flags) => {
      const { items, ...page } = await listGlobalLists(tx, pageOf(flags));
      return {
        items: items.map(({ source, name, kind, entryCount, revision, importedAt, id }) => {
          return { source, name, kind, entryCount, revision, importedAt, id };
        }),
        ...page,
      };
    },
  },
  'list sources': {
    run: async (_, { name = '' }) => {
      const wanted = name.toLowerCase();
      const items = PUBLISHERS.filter((one) =>
        `${one.source} ${one.name}`.toLowerCase().includes(wanted),
      );
      return { items, total: items.length };
    },
  },
  'list origin': {
    audit: {
      action: 'global_list.update',
      does: 'changed the origin of a global list',
      object: ({ flags }) => flags.source,
    },
    runWith: async (opened, flags) => {
      const { db, config } = opened;
      const source = need(flags, 'source');
      const id = await globalListId(db.read, source);
      const origin = flags.none
        ? null
        : await sealQueries(() => openKeys(config, opened), source, {
            ...originOf(flags, config),
            ...(flags.format === undefined && flags.mapping === undefined
              ? {}
              : await readerOf(flags)),
          });
      return db.transaction((tx) => setOrigin(tx, id, origin));
    },
  },
  'list refresh': {
    audit: {
      action: 'global_list.refresh',
      does: 'requested a fetch of a global list',
      object: ({ flags }) => flags.source,
    },
    runWith: (opened, flags) =>
      fetching(opened, (parts) =>
        new Refresher({ ...parts, db: opened.db, log: createLogger('silent') }).refresh(
          need(flags, 'source'),
          flags['allow-shrink'] ? commandActor() : undefined,
        ),
      ),
  },
  'list versions': {
    run: async (tx, flags) =>
      listVersions(tx, await globalListId(tx, need(flags, 'source')), pageOf(flags)),
  },
  'list changes': {
    run: async (tx, flags) => {
      const from = wholeNumber('--from', flags.from, 1);
      const to = wholeNumber('--to', flags.to, 1);
      return listChanges(tx, await globalListId(tx, need(flags, 'source')), {
        ...pageOf(flags),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      });
    },
  },
};
