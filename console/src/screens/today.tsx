import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { Facts } from '../parts/facts.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { TODAY, WORK } from '../queries/review.ts';
import { COLON, numberText, totalText, wordsOf } from '../texts/text.ts';
import { t, metricText } from '../texts/screens/today.ts';
import { countText, t as workText } from '../texts/screens/work.ts';

const HitsByDay = lazy(async () => ({ default: (await import('./review/by-day.tsx')).ByDay }));

type Work = Operations['getToday']['data'];
type Part<Name extends keyof Work> = NonNullable<Work[Name]>;

/** The work of today, read by one request. Each figure equals the list behind it. */
export function Today(): ReactNode {
  const { data, error, refetch } = useQuery(TODAY);
  const { data: waiting, isPending } = useQuery(WORK);
  return (
    <div className="stack">
      <h1>{t('today.title')}</h1>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {(!data || isPending) && !error && <span className="skeleton" />}
      {data && !isPending && (
        <div className="columns">
          {waiting && <ToDo work={waiting} today={data} />}
          {data.openHits && <OpenHits hits={data.openHits} />}
          {data.webhooks && <Webhooks counts={data.webhooks} />}
          {data.verifications && <Verifications kinds={data.verifications} />}
          {data.ownLists && <Lists title={t('today.lists')} to="/lists" lists={data.ownLists} />}
          {data.globalLists && <Lists title={t('today.globalLists')} lists={data.globalLists} />}
          {data.usage && <Usage usage={data.usage} />}
        </div>
      )}
      {data?.hitsByDay && !isPending && (
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

type Line = { count: number | undefined; text: string; to: string; view?: string };

/** The work that waits for the person; each line leads to its screen. */
function ToDo({
  work: { cases, approvals },
  today: { failingWebhooks, lateLists },
}: {
  work: Operations['getWork']['data'];
  today: Work;
}): ReactNode {
  const all: Line[] = [
    { count: cases?.mine, text: workText('work.mine'), to: '/cases', view: 'mine' },
    { count: cases?.overdue, text: workText('work.overdue'), to: '/cases', view: 'overdue' },
    {
      count: cases?.unassigned,
      text: workText('work.unassigned'),
      to: '/cases',
      view: 'unassigned',
    },
    { count: approvals ?? undefined, text: workText('work.approvals'), to: '/approvals' },
  ];
  const lines = all.filter(({ count = 0 }) => count > 0);
  const failing = failingWebhooks ?? [];
  const late = lateLists ?? [];
  return (
    <Tile title={workText('work.title')}>
      {lines.length + failing.length + late.length === 0 && (
        <p className="quiet">{workText('work.nothing')}</p>
      )}
      <Facts
        rows={lines.map(({ count = 0, text, to, view }) => [
          text,
          <Link key={text} to={to} search={view === undefined ? {} : { view }}>
            {countText(count)}
          </Link>,
        ])}
      />
      {failing.length > 0 && <h3>{workText('work.failing')}</h3>}
      <ul className="stack-close" hidden={failing.length === 0}>
        {failing.map(({ id, name }) => (
          <li key={id}>
            <Link to="/webhooks/$id" params={{ id }}>
              <Foreign text={name} />
            </Link>
          </li>
        ))}
      </ul>
      {late.length > 0 && <h3>{workText('work.late')}</h3>}
      <ul className="stack-close" hidden={late.length === 0}>
        {late.map(({ id, name, since }) => (
          <li key={id}>
            <Foreign text={name} />{' '}
            <span className="small quiet">
              <Time at={since} age />
            </span>
          </li>
        ))}
      </ul>
    </Tile>
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
  const lost = Map.groupBy(
    kinds.filter(({ available }) => !available),
    ({ kind }) => kind,
  );
  return (
    <Tile title={t('today.verifications')} to="/verifications">
      {kinds.length > 0 && lost.size === 0 && <p>{t('today.available')}</p>}
      <ul className="stack-close" hidden={lost.size === 0}>
        {[...lost].map(([kind, places]) => {
          const countries = places.map(({ country }) => country).join(', ');
          return (
            <li key={kind} className="bad">
              {`${wordsOf(kind)}${COLON} ${t('today.unavailable', { countries })}`}
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
