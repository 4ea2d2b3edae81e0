import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Foreign } from '../../parts/foreign.tsx';
import { Time } from '../../parts/time.tsx';
import { hitsOf, type Hit } from '../../queries/review.ts';
import { recentScreenings } from '../../queries/search.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/detail.ts';
import { reasonText, t as same } from '../../texts/screens/same.ts';
import { verdictText } from './decision.ts';
import { sightOf, useDecisions } from './pending.ts';

type Listed = Pick<Hit, 'id' | 'match' | 'status' | 'revision'>;

/** The status of a hit, even if the service does not know its decision yet. */
function StatusNow({ hit }: { hit: Listed }): ReactNode {
  const { waiting, sent } = useDecisions();
  const unsent = waiting.find((one) => one.hit.id === hit.id);
  if (unsent) return t('detail.unsent', { verdict: verdictText(unsent.verdict) });
  return verdictText(sent.get(sightOf(hit))?.verdict ?? hit.status);
}

function HitLinks({ hits, nameOf }: { hits: readonly Listed[]; nameOf: (hit: Listed) => string }) {
  return (
    <ul hidden={hits.length === 0}>
      {hits.map((hit) => (
        <li key={hit.id}>
          <Link to="/review/$id" params={{ id: hit.id }}>
            <Foreign text={nameOf(hit)} />
          </Link>{' '}
          (<StatusNow hit={hit} />)
          {hit.match?.programs && (
            <>
              {': '}
              <Foreign text={hit.match.programs.join(', ')} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The other hits of the customer, with a separate part for those of the same entity. */
export function OtherHits({ hit }: { hit: Pick<Hit, 'id' | 'subjectId'> }): ReactNode {
  const { data } = useQuery(hitsOf(hit.subjectId));
  const entity = data?.items.find(({ id }) => id === hit.id)?.entity;
  const all = data?.items.filter(({ id }) => id !== hit.id) ?? [];
  const isSame = (one: (typeof all)[number]): boolean =>
    entity !== null && entity !== undefined && one.entity?.id === entity.id;
  const [equal, others] = [all.filter(isSame), all.filter((one) => !isSame(one))];
  return (
    <>
      {entity && equal.length > 0 && (
        <>
          <h3>{same('same.others')}</h3>
          <p className="quiet small">
            {same('same.by')}: {entity.sameBy.map(reasonText).join(', ')}
          </p>
          <HitLinks hits={equal} nameOf={({ match, id }) => match?.listName ?? id} />
        </>
      )}
      <h3>{t('detail.others')}</h3>
      {others.length === 0 && <p className="quiet">{t('detail.none')}</p>}
      <HitLinks hits={others} nameOf={({ match, id }) => match?.name ?? id} />
    </>
  );
}

/** The newest screenings of a customer. */
export function Screenings({ subjectId }: { subjectId: string }): ReactNode {
  const { data: screenings } = useQuery(recentScreenings(subjectId));
  return (
    <>
      <h3>{t('detail.screenings')}</h3>
      {screenings?.items.length === 0 && <p className="quiet">{t('detail.none')}</p>}
      <ul hidden={!screenings?.items.length}>
        {screenings?.items.map(({ screeningId: id, screenedAt, outcome }) => (
          <li key={id}>
            <Link to="/search/$id" params={{ id }}>
              <Time at={screenedAt} />
            </Link>{' '}
            ({wordsOf(outcome)})
          </li>
        ))}
      </ul>
    </>
  );
}
