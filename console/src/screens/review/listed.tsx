import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { identifierText } from '../../parts/asked.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { isNotFound, Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { entityOf, hitsOf } from '../../queries/review.ts';
import { kindText, numberText } from '../../texts/text.ts';
import { t as asked } from '../../texts/screens/asked.ts';
import { t } from '../../texts/screens/hit.ts';
import { reasonText, t as same } from '../../texts/screens/same.ts';
import { verdictText } from './decision.ts';

type HitData = Operations['getHit']['data'];
type Entity = Operations['getListedEntity']['data'];

/** The listed entity of a hit: the match, and everything in the list at that time. */
export function Listed({ hit }: { hit: HitData }): ReactNode {
  const entity = useQuery(entityOf(hit));
  const isGone = isNotFound(entity.error);
  return (
    <section className="panel stack-close" aria-labelledby="listed">
      <h2 id="listed">{t('hit.listed')}</h2>
      {isGone && <p className="quiet">{t('entry.gone')}</p>}
      {entity.isError && !isGone && <Problem error={entity.error} />}
      {entity.data && <Standing entity={entity.data} />}
      <Facts rows={[...matchRows(hit), ...(entity.data ? entityRows(entity.data) : [])]} />
      <Others hit={hit} />
    </section>
  );
}

/** The hits of the customer on other lists for the same entity. */
function Others({ hit }: { hit: HitData }): ReactNode {
  const { subjectId } = hit;
  const { data } = useQuery(hitsOf(subjectId));
  const entity = data?.items.find(({ id }) => id === hit.id)?.entity;
  const others = data?.items.filter((one) => one.id !== hit.id && one.entity?.id === entity?.id);
  if (!entity || !others) return null;
  return (
    <div>
      <h3>{same('same.others')}</h3>
      <p className="quiet small">
        {same('same.by')}: {entity.sameBy.map(reasonText).join(', ')}
      </p>
      <ul>
        {others.map(({ id, match, status }) => (
          <li key={id}>
            <Link to="/review/$id" params={{ id }}>
              <Foreign text={match?.listName ?? id} />
            </Link>{' '}
            ({verdictText(status)})
            {match?.programs && (
              <>
                {': '}
                <Foreign text={match.programs.join(', ')} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Texts of the list, one per line; null for none. */
function lines(texts: string[]): ReactNode {
  if (texts.length === 0) return null;
  return texts.map((text) => (
    <div key={text}>
      <Foreign text={text} />
    </div>
  ));
}

function aliasText({ name, quality }: Entity['aliases'][number]): string {
  return quality === 'weak' ? t('entry.weak', { name }) : name;
}

function matchRows({ match, listKind, score }: HitData): [string, ReactNode][] {
  if (!match) return [];
  return [
    [t('hit.name'), <Foreign key="name" text={match.name} />],
    [t('hit.matched'), <Foreign key="matched" text={match.matchedName} />],
    [t('hit.dob'), match.dob],
    [t('hit.country'), match.country],
    [asked('asked.shared'), match.identifiers?.map(identifierText).join(', ')],
    [t('queue.list'), <Foreign key="list" text={match.listName} />],
    [t('hit.source'), match.source],
    [t('queue.kind'), kindText(listKind)],
    [t('queue.score'), score === null ? null : numberText(score)],
  ];
}

function entityRows(entity: Entity): [string, ReactNode][] {
  return [
    [t('entry.aliases'), lines([...new Set(entity.aliases.map(aliasText))])],
    [t('entry.dobs'), entity.dobs.length > 1 ? lines(entity.dobs) : null],
    [t('entry.countries'), entity.countries.length > 1 ? lines(entity.countries) : null],
    [
      t('entry.identifiers'),
      lines([...new Set(entity.identifiers.map(({ kind, value }) => `${kind}: ${value}`))]),
    ],
    [t('entry.programs'), lines(entity.programs)],
    [t('entry.remarks'), lines(entity.remarks)],
    [asked('asked.gender'), entity.gender],
    [asked('asked.birthPlace'), lines(entity.birthPlaces)],
    [t('entry.addresses'), lines(entity.addresses)],
    [t('entry.topics'), entity.topics.join(', ')],
    [
      t('entry.linked'),
      lines([...new Set(entity.linked.map(({ name, relation }) => `${relation}: ${name}`))]),
    ],
    [t('entry.externalId'), entity.externalId && <Foreign key="id" text={entity.externalId} />],
  ];
}

/** The notes about later changes of the entity in the list. */
function Standing({ entity }: { entity: Entity }): ReactNode {
  const { removedAt, changedAt, isVersionKept } = entity;
  return (
    <>
      {!isVersionKept && <p className="quiet">{t('entry.otherVersion')}</p>}
      {removedAt !== null && (
        <p className="quiet">
          {t('entry.removed')} <Time at={removedAt} />
        </p>
      )}
      {removedAt === null && changedAt !== null && (
        <p className="quiet">
          {t('entry.changed')} <Time at={changedAt} />
        </p>
      )}
    </>
  );
}
