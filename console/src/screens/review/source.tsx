import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { identifierText } from '../../parts/asked.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Time } from '../../parts/time.tsx';
import { GLOBAL_LISTS, type Hit } from '../../queries/review.ts';
import { kindText, numberText } from '../../texts/text.ts';
import { t as asked } from '../../texts/screens/asked.ts';
import { t as entry } from '../../texts/screens/hit.ts';
import { t } from '../../texts/screens/detail.ts';
import { values, type Entity } from './both-sides.tsx';
import { Photos } from './photo.tsx';
import programs from './programs.json';
import { listedSince, publisherPage } from './publishers.ts';

/** Programmes; those of OFAC with their meaning. */
function Programs({ names, source }: { names: readonly string[]; source: string }): ReactNode {
  // Other publishers use the same tags for other programmes.
  const texts: Record<string, string> = source.startsWith('ofac:') ? programs.texts : {};
  return (
    <>
      {names.map((name) => (
        <div key={name}>
          <Foreign text={name} />
          {texts[name] && `: ${texts[name]}`}
        </div>
      ))}
      {names.some((name) => texts[name]) && (
        <a href={programs.source} target="_blank" rel="noreferrer">
          {t('detail.programsSource')}
        </a>
      )}
    </>
  );
}

/** The version of the list that was compared, and the current one with the time of its publication. */
function ListVersion({ hit, entity }: { hit: Hit; entity: Entity }): ReactNode {
  const { data } = useQuery(GLOBAL_LISTS);
  const publishedAt = data?.lists.find(({ id }) => id === hit.listId)?.publishedAt;
  const [compared, now] = [hit.listRevision, entity.list.revision].map(numberText);
  return (
    <>
      {compared === now ? compared : t('detail.versions', { compared: compared!, now: now! })}
      {publishedAt && (
        <>
          {', '}
          {t('detail.published')} <Time at={publishedAt} />
        </>
      )}
    </>
  );
}

function sourceRows(hit: Hit, entity: Entity | undefined): [string, ReactNode][] {
  const { match } = hit;
  const page = match && publisherPage(match.source, entity?.externalId ?? null);
  const names = entity?.programs ?? match?.programs ?? [];
  return [
    [
      t('queue.list'),
      match && (
        <>
          <Foreign text={match.listName} /> ({kindText(hit.listKind)}){' '}
          {page && (
            <a href={page} target="_blank" rel="noreferrer">
              {t('detail.page')}
            </a>
          )}
        </>
      ),
    ],
    [t('detail.version'), entity && <ListVersion hit={hit} entity={entity} />],
    [t('detail.since'), listedSince(entity?.raw)],
    [
      t('detail.programs'),
      names.length > 0 && <Programs names={names} source={match?.source ?? ''} />,
    ],
    [entry('entry.remarks'), lines(entity?.remarks)],
    [entry('entry.topics'), entity?.topics.join(', ')],
    [
      entry('entry.linked'),
      lines(entity?.linked.map(({ name, relation }) => `${relation}: ${name}`)),
    ],
    [asked('asked.shared'), lines(match?.identifiers?.map(identifierText))],
    [t('entry.externalId'), entity?.externalId && <Foreign text={entity.externalId} />],
  ];
}

function lines(texts: readonly string[] | undefined): ReactNode {
  return texts && texts.length > 0 && values([...new Set(texts)]);
}

/** The notes about later changes of the entity in the list. */
function Changes({ entity }: { entity: Entity }): ReactNode {
  const { removedAt, changedAt, isVersionKept } = entity;
  return (
    <>
      {!isVersionKept && <p className="quiet">{entry('entry.otherVersion')}</p>}
      {removedAt !== null && (
        <p className="quiet">
          {entry('entry.removed')} <Time at={removedAt} />
        </p>
      )}
      {removedAt === null && changedAt !== null && (
        <p className="quiet">
          {entry('entry.changed')} <Time at={changedAt} />
        </p>
      )}
    </>
  );
}

/** The list of a hit, and the list's data about the entry that is not among the compared facts. */
export function Source({ hit, entity }: { hit: Hit; entity: Entity | undefined }): ReactNode {
  return (
    <>
      {entity && <Changes entity={entity} />}
      {entity && <Photos raw={entity.raw} name={entity.name} />}
      <Facts rows={sourceRows(hit, entity)} />
      {entity?.aliases.some(({ quality }) => quality === 'weak') && (
        <p className="small quiet">{t('detail.weakWhy')}</p>
      )}
    </>
  );
}
