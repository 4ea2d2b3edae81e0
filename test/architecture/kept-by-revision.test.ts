/** Finds every place that stores database contents by a revision, an epoch, a fence or a position. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../src');

/** Source code without comments, by path. */
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(join(SOURCES, path), 'utf8');
    return { path, text: text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '') };
  });

/** Matches a field of a class, or a variable of a module, that may live longer than a request. */
const KEEPS =
  /^\s+(?:readonly )?#\w+\b(?!\()|^(?:const|let) \w+(?:: [^=]+)? = new (?:Weak)?Map(?:<[^;]*>)?\(\)|^let \w+|new RevisionCache\b/m;
/** A position in a style sheet is not a position in a stream. */
const BY_VERSION = /\b(?:revision|epoch|incarnation|fence|position(?!: *\w+;))\b/i;
const ORDERS_VERSIONS =
  /\b(?:revision|epoch)\b\)?\s*(?:>=|<=|>|<)\s|(?:>=|<=|>|<)\s*[\w.!]*\.(?:revision|epoch)\b/;

/** Each file that stores something by version, with what ends it when the history of the database ends. */
const KEPT: Record<string, string> = {
  'modules/identity/verify/dead-letters/dead-letters.ts':
    'reads the revision of a request each time',
  'modules/live/feed.ts': 'a position names the start of the server',
  'modules/live/streams.ts': 'seals a position, and does not keep it',
  'modules/permissions/check/check.ts': 'keeps the copies of Models only',
  'modules/permissions/check/model.ts': 'a copy of RevisionCache',
  'modules/permissions/check/models.ts': 'RevisionCache',
  'modules/file-screening/bulk/journal.ts': 'a position in a file that a command reads',
  'modules/lists/import/xml/xml-elements.ts': 'a position in a file that is read',
  'modules/monitoring/rescreening/rescreening-run.ts': 'for one run; the cursor has the stamp',
  'modules/screening/screen/catalog.ts': 'RevisionCache',
  'modules/screening/screen/checked/lists.ts': 'dropped with the notification connection',
  'modules/screening/screen/global-lists.ts': 'compares stamps before the last lists are used',
  'modules/screening/screen/parts.ts': 'a copy of RevisionCache',
  'modules/screening/screen/screening.ts':
    'keeps the copies of Catalog, and the hash of one text, which has the stamps',
  'modules/screening/screen/start/kept-parts.ts': 'files name the stamp',
  'modules/screening/screen/start/part-file.ts': 'files name the stamp',
  'modules/screening/screen/threads/full-scan-worker.ts': 'is sent the lists with each search',
  'modules/screening/screen/threads/full-scans.ts': 'memory by its identity',
  'modules/screening/screen/threads/search-thread.ts': 'memory by its identity',
  'modules/threads/streams/feed.ts': 'a position names the start of the server',
  'modules/threads/streams/pending-changes.ts': 'a position names the start of the server',
  'modules/verification-sessions/hosted/page-script.ts': 'the number of a step on a page',
  'modules/verification-sessions/sessions.ts': 'the number of a step, in a row that is locked',
  'modules/webhooks/dispatch/recording/recorder.ts': 'compares stamps; fences are random',
  'modules/webhooks/dispatch/dispatcher.ts': 'compares stamps before a delivery is sent',
  'modules/webhooks/dispatch/leased-subscriptions.ts':
    'keeps what SubscriptionQueue has a stamp of',
  'modules/webhooks/dispatch/subscription-queue.ts': 'the version has a stamp; fences are random',
  'platform/db/buckets/buckets.ts': 'epochs are random',
  'platform/db/buckets/placement.ts': 'epochs are random',
  'platform/db/database.ts': 'epochs are random',
  'platform/db/buckets/history.ts': 'keeps when losses were told',
  'platform/db/session/session.ts': 'epochs are random, and the session ends with its server',
  'platform/concurrency/if-match.ts': 'with the data of one answer',
  'platform/rate-limit/store.ts': 'a position in a statement',
  'platform/streams/log-follower.ts': 'a position names the start of the server',
  'platform/streams/positions.ts': 'a position names the start of the server',
  'start/worker.ts': 'epochs are random',
};

/** Matches a map that lives longer than a request, in a file that reads a clock. */
const KEEPS_BY_KEY =
  /^\s+(?:readonly )?#\w+(?:: [^=]+)? = new (?:Map|Lru|Set)\b|^(?:const|let) \w+(?:: [^=]+)? = new (?:Weak)?Map(?:<[^;]*>)?\(\)/m;
const READS_CLOCK = /\bclock\.(?:monotonicMs|nowMs|now)\(/;

const WITH_CONNECTION = 'dropped with the notification connection';

/** Each file that stores something for a limited time, with what ends it when the database loses commits. */
const KEPT_FOR_A_TIME: Record<string, string> = {
  'modules/exports/download/urls.ts': 'keys that are derived from a secret',
  'modules/identity/verify/verifier.ts': 'keys that are derived from a secret',
  'modules/screening/screen/catalog.ts': 'RevisionCache',
  'modules/screening/screen/checked/followed-lists.ts': 'counts what waits',
  'modules/screening/screen/checked/lists.ts': WITH_CONNECTION,
  'modules/screening/screen/global-lists.ts': 'compares stamps before the last lists are used',
  'modules/tenants/content/sealing.ts': 'starts from the first row once a day',
  'modules/threads/streams/feed.ts': 'a position names the start of the server',
  'modules/webhooks/dispatch/leased-subscriptions.ts': 'compares stamps; fences are random',
  'platform/audit/recent-reads.ts': WITH_CONNECTION,
  'platform/auth/key-cache.ts': `${WITH_CONNECTION}, and after 3 s`,
  'platform/auth/presence.ts': WITH_CONNECTION,
  'platform/db/buckets/history.ts': 'keeps when losses were told',
  'platform/db/buckets/placement.ts': 'epochs are random',
  'platform/db/buckets/revision-cache.ts': 'compares stamps',
  'platform/db/buckets/soon-or-nothing.ts': 'keeps which servers did not answer',
  'platform/db/session/server.ts': 'open connections',
  'platform/http/event-stream.ts': 'open streams, whose callers are read again',
  'platform/idempotency/idempotency.ts': 'requests in progress',
  'platform/outbound/egress.ts': 'counts what the process has sent',
  'platform/rate-limit/rate-limiter.ts': WITH_CONNECTION,
  'platform/rate-limit/valkey-cluster.ts': 'nothing of the database',
  'platform/streams/log-follower.ts': 'a position names the start of the server',
  'start/processes/seat.ts': 'nothing of the database',
};

/** Each file that decides which of two versions is newer, with the reason why that is safe. */
const ORDERED: Record<string, string> = {
  'modules/permissions/check/store.ts': 'an older version tells that commits were lost',
  'modules/lists/entries/get-entry.ts': 'all are read from one database',
  'modules/lists/global/versions/store.ts': 'all are read from one database',
  'modules/monitoring/rescreening/claim-run.ts': 'only after wasAt has compared stamps',
  'modules/screening/screen/checked/read-list.ts': 'an older version tells that commits were lost',
  'modules/screening/screen/threads/build-part.ts': 'later entries are left for the next read',
  'modules/monitoring/subjects/align-cursors.ts':
    'screens too much rather than too little; the next run compares the stamps of cursors',
  'modules/monitoring/subjects/enrol.ts': 'leaves a hit that a run with another revision has found',
  'modules/webhooks/dispatch/dispatcher.ts': 'an older version tells that commits were lost',
  'platform/db/buckets/placement.ts': 'an older epoch tells that commits were lost',
};

function pathsOf(matches: (text: string) => boolean): string[] {
  return sources
    .filter(({ text }) => matches(text))
    .map(({ path }) => path)
    .toSorted();
}

describe('a place that stores data by a revision', () => {
  test('is listed here, with the code that clears it when the database loses commits', () => {
    const keeping = pathsOf((text) => KEEPS.test(text) && BY_VERSION.test(text));
    expect(keeping).toEqual(Object.keys(KEPT).toSorted());
  });

  test('for a limited time is listed here with what clears it', () => {
    const keeping = pathsOf((text) => KEEPS_BY_KEY.test(text) && READS_CLOCK.test(text));
    expect(keeping).toEqual(Object.keys(KEPT_FOR_A_TIME).toSorted());
  });

  test('does not count as newer only because its revision is higher', () => {
    const ordering = pathsOf((text) => ORDERS_VERSIONS.test(text.replaceAll(/`[^`]*`/g, '``')));
    expect(ordering).toEqual(Object.keys(ORDERED).toSorted());
  });

  test('keeps copies only in RevisionCache, which compares stamps', () => {
    expect(pathsOf((text) => text.includes('new RevisionCache'))).toEqual([
      'modules/permissions/check/models.ts',
      'modules/screening/screen/catalog.ts',
    ]);
    const { text } = sources.find(({ path }) => path.endsWith('revision-cache.ts'))!;
    expect(text).toContain('RevisionCache<V extends Version>');
    expect(text).not.toMatch(/revision\s*[<>]/);
  });
});
