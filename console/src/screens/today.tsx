import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { api } from '../data/client.ts';
import { mayRead, useMe, type Me } from '../data/me.ts';
import { Problem } from '../parts/problem.tsx';
import { numberText, t } from '../texts/text.ts';

const HitsByDay = lazy(async () => ({ default: (await import('./review/by-day.tsx')).ByDay }));

const DAYS = 30;
const DAY_MS = 86_400_000;

/** The work that waits today; each figure is that of the list behind it. */
export function Today(): ReactNode {
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <div className="stack">
      <h1>{t('today.title')}</h1>
      <div className="columns">
        {mayRead(me, 'fraud:screen') && <OpenHits />}
        {mayRead(me, 'webhooks:manage') && <Webhooks />}
        {mayRead(me, 'fraud:manage') && <Lists />}
        {mayRead(me, 'usage:read') && <Usage me={me} />}
      </div>
      {mayRead(me, 'fraud:screen') && (
        <Suspense>
          <HitsByDay />
        </Suspense>
      )}
    </div>
  );
}

function Tile({
  title,
  to,
  query,
  children,
}: {
  title: string;
  to: string;
  query: { isPending: boolean; error: unknown };
  children: ReactNode;
}): ReactNode {
  return (
    <section className="panel stack-close" aria-label={title}>
      <h2>
        <Link to={to}>{title}</Link>
      </h2>
      {query.isPending && <span className="skeleton" />}
      {query.error ? <Problem error={query.error} /> : children}
    </section>
  );
}

function OpenHits(): ReactNode {
  const query = useQuery({
    queryKey: ['today', 'hits'],
    queryFn: ({ signal }) =>
      api.continuousScreening.listHits({ status: 'open', limit: 1 }, { signal }),
  });
  return (
    <Tile title={t('today.openHits')} to="/review" query={query}>
      {query.data && (
        <p className="figure">
          {t(query.data.totalIsExact ? 'today.count' : 'today.atLeast', {
            count: numberText(query.data.total),
          })}
        </p>
      )}
      {query.data?.total === 0 && <p className="small quiet">{t('today.start')}</p>}
    </Tile>
  );
}

function Webhooks(): ReactNode {
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => api.webhooks.list({}, { signal }),
  });
  const webhooks = query.data?.webhooks ?? [];
  const active = webhooks.filter((webhook) => webhook.active).length;
  const off = webhooks.length - active;
  return (
    <Tile title={t('today.webhooks')} to="/webhooks" query={query}>
      {query.data && <p className="figure">{t('today.active', { count: numberText(active) })}</p>}
      {off > 0 && <p className="bad">{t('today.failing', { count: numberText(off) })}</p>}
    </Tile>
  );
}

function Lists(): ReactNode {
  const query = useQuery({
    queryKey: ['lists'],
    queryFn: ({ signal }) => api.screeningLists.list({}, { signal }),
  });
  const lists = query.data?.lists ?? [];
  const entries = lists.reduce((sum, { entryCount }) => sum + entryCount, 0);
  return (
    <Tile title={t('today.lists')} to="/lists" query={query}>
      {query.data && <p className="figure">{numberText(lists.length)}</p>}
      {query.data && (
        <p className="small quiet">{t('today.entries', { count: numberText(entries) })}</p>
      )}
    </Tile>
  );
}

function Usage({ me }: { me: Me }): ReactNode {
  const from = new Date(Date.now() - DAYS * DAY_MS).toISOString().slice(0, 10);
  const query = useQuery({
    queryKey: ['today', 'usage', me.organization?.id, from],
    queryFn: async ({ signal }) => {
      const sums = new Map<string, number>();
      for await (const { service, metric, quantity } of api.usage.list.each(
        { from, limit: 100 },
        { signal },
      ))
        sums.set(
          `${service} ${metric}`,
          (sums.get(`${service} ${metric}`) ?? 0) + Number(quantity),
        );
      return [...sums];
    },
  });
  return (
    <Tile title={t('today.usage')} to="/usage" query={query}>
      {query.data?.length === 0 && <p className="quiet">{t('today.noUsage')}</p>}
      <dl className="facts">
        {query.data?.map(([name, sum]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd className="number">{numberText(sum)}</dd>
          </div>
        ))}
      </dl>
    </Tile>
  );
}
