import {
  buildInWorker,
  buildSegment,
  identifiersIn,
  KnownIdentifiers,
  normalised,
  type Profile,
  type Segment,
  type Tracer,
} from '../../../matching/index.ts';
import type { FoundHit } from '../hits/record.ts';
import { MINIMUM_HIT_SCORE } from '../../../names/index.ts';
import {
  findBriefly,
  FullScans,
  IdHashes,
  newPart,
  segmentsIn,
  shownHits,
  withCounts,
} from '../../screening/index.ts';
import type { ListRevision } from '../../lists/index.ts';
import { previousHashEntry, hashEntry, hashSubject } from '../hits/content.ts';
import type { MonitoredSubject } from './store.ts';
import type { ListedEntry } from '../../lists/index.ts';

/** Above this number of entries, a separate thread is faster. */
const BUILT_HERE = 300;

/** Turns of all rescreening runs of this process, separate from the turns of requests. */
const longSearches = new FullScans({ threads: 1 });

/** Entries of one list, ready to be compared with many subjects. */
export type Matcher = {
  has: (entryId: string) => boolean;
  /** Returns all matches of the subject by the rules of a screening. @throws the reason of `abandoned` */
  match: (subject: MonitoredSubject, abandoned: AbortSignal) => Promise<FoundHit[]>;
};

async function build(first: ListedEntry[], rest: AsyncIterable<ListedEntry[]>): Promise<Segment> {
  if (first.length <= BUILT_HERE) return buildSegment(first);
  return buildInWorker(
    (async function* () {
      yield first;
      yield* rest;
    })(),
  );
}

/**
 * Prepares the entries for the subjects of an organization, with its weights.
 * @param batches all but the last have the same size, at least `BUILT_HERE`
 * @param trace the organization's, with which its subjects' identifiers were stored
 */
export async function buildMatcher(
  { orgId, profile }: { orgId: string; profile?: Profile },
  listRevision: ListRevision,
  batches: AsyncIterable<ListedEntry[]>,
  trace: Tracer,
): Promise<Matcher> {
  const contents = new Map<string, { revision: number; hash: string; former: string }>();
  const noted = (async function* () {
    for await (const batch of batches) {
      for (const entry of batch)
        contents.set(entry.id, {
          revision: entry.revision,
          hash: hashEntry(entry),
          former: previousHashEntry(entry),
        });
      yield batch;
    }
  })();
  const { value: first } = await noted.next();
  const segment = await build(first ?? [], noted);
  const { revision } = listRevision;
  const known = new KnownIdentifiers(segment.identifiers, trace);
  const list = { listRevision, revision, parts: [newPart(segment, listRevision, new IdHashes())] };
  const segmentOf = segmentsIn([list]);
  return {
    has: (entryId) => contents.has(entryId),
    async match(subject, abandoned) {
      abandoned.throwIfAborted();
      const { subjectId, name, aliases, dob, country, identifiers, facts, threshold } = subject;
      const written = normalised(identifiersIn(name));
      const all = [...(identifiers ? await known.of(identifiers) : []), ...written];
      const asked = {
        name,
        ...(aliases && { aliases }),
        ...(dob === null ? {} : { dob }),
        ...(country === null ? {} : { country }),
        ...(all.length > 0 && { identifiers: all }),
        ...(facts && { facts }),
        ...(profile && { profile }),
      };
      const least = Math.max(threshold, MINIMUM_HIT_SCORE);
      const found =
        findBriefly(asked, [list], () => least) ??
        (await longSearches.search(orgId, abandoned, asked, [list], least));
      const hits = withCounts(found, profile).filter(({ counts }) => counts !== false);
      if (hits.length === 0) return [];
      const subjectHash = hashSubject(subject);
      return hits.map((hit) => {
        const [shown] = shownHits([hit], segmentOf);
        const { listKind, listId, entryId, listRevision: _, score, ...match } = shown!;
        const { revision: entryRevision, hash, former } = contents.get(entryId)!;
        const matched = { subjectId, listId, listKind, entryId, entryRevision, score, match };
        return {
          ...matched,
          pair: { subject: subjectHash, entry: hash },
          previousEntryHash: former,
        };
      });
    },
  };
}
