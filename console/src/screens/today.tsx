import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { Facts } from '../parts/facts.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { TODAY } from '../queries/review.ts';
import { numberText, totalText, wordsOf } from '../texts/text.ts';
import { metricText } from '../texts/screens/metrics.ts';
import { t } from '../texts/screens/today.ts';

const HitsByDay = lazy(async () => ({ default: (await import('./review/by-day.tsx')).ByDay }));

type Work = Operations['getToday']['data'];
type Part<Name extends keyof Work> = NonNullable<Work[Name]>;

/** The work of today, read by one request. Each figure equals the list behind it. */
export function Today(): ReactNode {
  const { data, error, refetch } = useQuery(TODAY);
  return (
    <div className="stack">
      <h1>{t('today.title')}</h1>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <span className="skeleton" />}
      {data && (
        <div className="columns">
          {data.openHits && <OpenHits hits={data.openHits} />}
          {data.webhooks && <Webhooks counts={data.webhooks} />}
          {data.verifications && <Verifications kinds={data.verifications} />}
          {data.ownLists && <Lists title={t('today.lists')} to="/lists" lists={data.ownLists} />}
          {data.globalLists && <Lists title={t('today.globalLists')} lists={data.globalLists} />}
          {data.usage && <Usage usage={data.usage} />}
        </div>
      )}
      {data?.hitsByDay && (
        <Suspense>
          <HitsByDay hits={data.hitsByDay} />
        </Suspense>
      )}
    </div>
  );
}

function Tile({
  title,
  to,
  children,
}: {
  title: string;
  to?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="panel stack-close" aria-label={title}>
      <h2>{to === undefined ? title : <Link to={to}>{title}</Link>}</h2>
      {children}
    </section>
  );
}

function OpenHits({ hits }: { hits: Part<'openHits'> }): ReactNode {
  const { day, week, month, older } = hits.ages;
  return (
    <Tile title={t('today.openHits')} to="/review">
      <p className="figure">{totalText(hits)}</p>
      {hits.total === 0 ? (
        <p className="small quiet">{t('today.start')}</p>
      ) : (
        <Facts
          rows={[
            [t('today.day'), totalText(day)],
            [t('today.week'), totalText(week)],
            [t('today.month'), totalText(month)],
            [t('today.older'), totalText(older)],
          ]}
        />
      )}
    </Tile>
  );
}

function Webhooks({ counts }: { counts: Part<'webhooks'> }): ReactNode {
  const { active, failing, paused, deactivated } = counts;
  return (
    <Tile title={t('today.webhooks')} to="/webhooks">
      <p className="figure">{t('today.active', { count: numberText(active) })}</p>
      {failing > 0 && <p className="bad">{t('today.failing', { count: numberText(failing) })}</p>}
      {deactivated > 0 && <p className="bad">{t('today.deactivated', { count: deactivated })}</p>}
      {paused > 0 && <p className="quiet">{t('today.paused', { count: numberText(paused) })}</p>}
    </Tile>
  );
}

function Verifications({ kinds }: { kinds: Part<'verifications'> }): ReactNode {
  const names = [...new Set(kinds.map(({ kind }) => kind))];
  return (
    <Tile title={t('today.verifications')} to="/verifications">
      <ul className="stack-close">
        {names.map((name) => {
          const lost = kinds.filter(({ kind, available }) => kind === name && !available);
          const countries = lost.map(({ country }) => country).join(', ');
          return (
            <li key={name} className={lost.length > 0 ? 'bad' : ''}>
              {`${wordsOf(name)}: ${t(lost.length > 0 ? 'today.unavailable' : 'today.available', { countries })}`}
            </li>
          );
        })}
      </ul>
    </Tile>
  );
}

function Lists({
  title,
  to,
  lists,
}: {
  title: string;
  to?: string;
  lists: Part<'ownLists'>;
}): ReactNode {
  return (
    <Tile title={title} {...(to !== undefined && { to })}>
      <p className="figure">{totalText(lists)}</p>
      <ul className="stack-close">
        {lists.items.map(({ id, name, changedAt }) => (
          <li key={id}>
            <Foreign text={name} />{' '}
            <span className="small quiet">
              <Time at={changedAt} age />
            </span>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

function Usage({ usage: { items } }: { usage: Part<'usage'> }): ReactNode {
  return (
    <Tile title={t('today.usage')} to="/usage">
      {items.length === 0 && <p className="quiet">{t('today.noUsage')}</p>}
      <dl className="facts">
        {items.map((used) => (
          <div key={`${used.service} ${used.metric}`} style={{ display: 'contents' }}>
            <dt>{metricText(used)}</dt>
            <dd className="number">{numberText(Number(used.quantity))}</dd>
          </div>
        ))}
      </dl>
    </Tile>
  );
}
