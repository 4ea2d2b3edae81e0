import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { useMayChange } from '../data/me.ts';
import { Facts } from '../parts/facts.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { TODAY, WORK } from '../queries/review.ts';
import { COLON, numberText, totalText, wordsOf } from '../texts/text.ts';
import { t, metricText } from '../texts/screens/today.ts';
import { countText, t as workText } from '../texts/screens/work.ts';
import { ByDay } from './review/by-day.tsx';
import { Line, Lines, Tile } from './today-tiles.tsx';

type Work = Operations['getToday']['data'];
type Part<Name extends keyof Work> = NonNullable<Work[Name]>;

/** The maximum number of lists that a tile shows without a click. */
const SHOWN_LISTS = 5;
/** The days that a trend compares with as many days before. */
const TREND_DAYS = 7;

/** The work of today, read by one request. Each figure equals the list behind it. */
export function Today(): ReactNode {
  const { data, error, refetch } = useQuery(TODAY);
  const { data: waiting, isPending } = useQuery(WORK);
  const isRead = data !== undefined && !isPending;
  return (
    <div className="today stack">
      <div className="head">
        <h1>{t('today.title')}</h1>
        {isRead && data.openHits && <First isEmpty={data.openHits.total === 0} />}
      </div>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!isRead && !error && <span className="skeleton" />}
      {isRead && <Parts data={data} waiting={waiting} />}
    </div>
  );
}

/** The first thing to do for a person who decides hits. */
function First({ isEmpty }: { isEmpty: boolean }): ReactNode {
  if (!useMayChange('fraud:screen')) return null;
  return (
    <Link className="button button-primary" to={isEmpty ? '/subjects' : '/review'}>
      {t(isEmpty ? 'today.enrol' : 'today.review')}
    </Link>
  );
}

function Parts({
  data,
  waiting,
}: {
  data: Work;
  waiting: Operations['getWork']['data'] | undefined;
}): ReactNode {
  const { openHits, hitsByDay, verifications, webhooks, usage, ownLists, globalLists } = data;
  return (
    <>
      <div className="columns">
        {waiting && <ToDo work={waiting} today={data} />}
        {openHits && <OpenHits hits={openHits} byDay={hitsByDay} />}
      </div>
      {hitsByDay && <ByDay hits={hitsByDay} />}
      {(verifications ?? webhooks ?? usage) && (
        <Group title={t('today.operations')}>
          {verifications && <Verifications kinds={verifications} />}
          {webhooks && <Webhooks counts={webhooks} />}
          {usage && <Usage usage={usage} />}
        </Group>
      )}
      {(ownLists ?? globalLists) && (
        <Group title={t('lists.title')}>
          {ownLists && <Lists title={t('today.lists')} to="/lists" lists={ownLists} />}
          {globalLists && <Lists title={t('today.globalLists')} lists={globalLists} />}
        </Group>
      )}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="stack-close">
      <h2>{title}</h2>
      <div className="columns">{children}</div>
    </section>
  );
}

/** The work that waits for the person, the most urgent first; each line leads to its screen. */
function ToDo({
  work: { cases, approvals },
  today: { failingWebhooks, lateLists },
}: {
  work: Operations['getWork']['data'];
  today: Work;
}): ReactNode {
  const all = [
    [cases?.overdue, workText('work.overdue'), '/cases', 'overdue', 'bad'],
    [approvals, workText('work.approvals'), '/approvals', undefined, 'warn'],
    [cases?.mine, workText('work.mine'), '/cases', 'mine', 'warn'],
    [cases?.unassigned, workText('work.unassigned'), '/cases', 'unassigned', 'quiet'],
  ] as const;
  const lines = all.filter(([count]) => (count ?? 0) > 0);
  const failing = failingWebhooks ?? [];
  const late = lateLists ?? [];
  return (
    <Tile title={workText('work.title')} isFirst>
      {lines.length + failing.length + late.length === 0 && (
        <p className="quiet">{workText('work.nothing')}</p>
      )}
      <Lines>
        {lines.map(([count, text, to, view, tone]) => (
          <Line key={text} tone={tone} state={countText(count!)}>
            <Link to={to} search={view === undefined ? {} : { view }}>
              {text}
            </Link>
          </Line>
        ))}
      </Lines>
      {failing.length > 0 && <h3>{workText('work.failing')}</h3>}
      <Lines>
        {failing.map(({ id, name, active: isActive }) => (
          <Line key={id} tone="bad" state={t(isActive ? 'today.fails' : 'today.switchedOff')}>
            <Link to="/webhooks/$id" params={{ id }}>
              <Foreign text={name} />
            </Link>
          </Line>
        ))}
      </Lines>
      {late.length > 0 && <h3>{workText('work.late')}</h3>}
      <Lines>
        {late.map(({ id, name, since }) => (
          <Line key={id} tone="warn" state={<Time at={since} age />}>
            <Foreign text={name} />
          </Line>
        ))}
      </Lines>
    </Tile>
  );
}

/** The hits that were found in the last days, and in as many days before, in words; undefined if there are none. */
function trendOf({ days }: Part<'hitsByDay'>): string | undefined {
  const sums = days.map((day) => day.open + day.trueMatch + day.falsePositive + day.closed);
  const sumOf = (from: number, to?: number): number =>
    sums.slice(from, to).reduce((sum, count) => sum + count, 0);
  const [count, before] = [sumOf(-TREND_DAYS), sumOf(-2 * TREND_DAYS, -TREND_DAYS)];
  return count + before === 0 ? undefined : t('today.trend', { count, before });
}

function OpenHits({
  hits,
  byDay,
}: {
  hits: Part<'openHits'>;
  byDay: Work['hitsByDay'];
}): ReactNode {
  const trend = byDay && trendOf(byDay);
  const ages = (['day', 'week', 'month', 'older'] as const).map((age): [string, ReactNode] => [
    t(`today.${age}`),
    <Link key={age} to="/review" search={{ age }}>
      {totalText(hits.ages[age])}
    </Link>,
  ]);
  return (
    <Tile title={t('today.openHits')} to="/review" isFirst>
      <p className="figure">{totalText(hits)}</p>
      {trend && <p className="small quiet">{trend}</p>}
      {hits.total === 0 ? <p className="small quiet">{t('today.start')}</p> : <Facts rows={ages} />}
    </Tile>
  );
}

function Webhooks({ counts }: { counts: Part<'webhooks'> }): ReactNode {
  const { active, failing, paused, deactivated } = counts;
  const isEmpty = active + paused + deactivated === 0;
  return (
    <Tile title={t('today.webhooks')} to="/webhooks">
      <p className="figure">{t('today.active', { count: numberText(active) })}</p>
      {isEmpty && <p className="small quiet">{t('today.noWebhooks')}</p>}
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
      {kinds.length > 0 && lost.size === 0 && <p className="good">{t('today.available')}</p>}
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

type ListRow = Part<'ownLists'>['items'][number];

function listLine({ id, name, changedAt }: ListRow): ReactNode {
  return (
    <Line key={id} state={<Time at={changedAt} age />}>
      <Foreign text={name} />
    </Line>
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
  const { items } = lists;
  const others = items.slice(SHOWN_LISTS);
  return (
    <Tile title={title} {...(to !== undefined && { to })}>
      <p className="figure">{totalText(lists)}</p>
      {items.length === 0 && <p className="small quiet">{t('today.noLists')}</p>}
      <Lines>{items.slice(0, SHOWN_LISTS).map(listLine)}</Lines>
      {others.length > 0 && (
        <details>
          <summary>{t('today.moreLists', { count: others.length })}</summary>
          <Lines>{others.map(listLine)}</Lines>
        </details>
      )}
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
