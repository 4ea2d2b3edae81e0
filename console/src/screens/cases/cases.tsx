import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { OrikiError } from '../../../../clients/typescript/src/index.ts';
import { useChange, useGoOn } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { later } from '../../parts/later.tsx';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StateChoice } from '../../parts/state-choice.tsx';
import { casesWith, type CaseFilters } from '../../queries/cases.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { COLUMNS } from './columns.tsx';
import { PRIORITIES, STATUSES, type Status } from './words.ts';

const NewCase = lazy(async () => ({ default: (await import('./new-case.tsx')).NewCase }));
// The first view has no room for these.
const LabelFilters = later(async () => (await import('./label-filters.tsx')).LabelFilters);
const Returning = later(async () => (await import('./returning.tsx')).Returning);
const Rule = lazy(async () => ({ default: (await import('./rule.tsx')).Rule }));

type Sort = NonNullable<CaseFilters['sort']>;
type Priority = (typeof PRIORITIES)[number];
/** The filters in the address. */
type Place = { view?: View; status?: Status; priority?: Priority; sort?: Sort } & Labels;
type View = keyof typeof VIEWS;
type Labels = { type?: string; tag?: string };

/** Returns the filters of a view. @param now the time at which a case is overdue */
const VIEWS = {
  open: () => ({ isOpen: true, isSnoozed: false }),
  mine: (me: string) => ({ isOpen: true, isSnoozed: false, assignee: me }),
  unassigned: () => ({ isOpen: true, isSnoozed: false, isAssigned: false }),
  overdue: (_: string, now: string) => ({ isOpen: true, dueBefore: now }),
  snoozed: () => ({ isOpen: true, isSnoozed: true }),
  closed: () => ({ isOpen: false }),
  all: () => ({}),
} satisfies Record<string, (me: string, now: string) => CaseFilters>;
const VIEW_TEXTS: Record<View, string> = {
  open: t('cases.viewOpen'),
  mine: t('cases.viewMine'),
  unassigned: t('cases.viewUnassigned'),
  overdue: t('cases.viewOverdue'),
  snoozed: t('cases.viewSnoozed'),
  closed: t('cases.viewClosed'),
  all: t('cases.viewAll'),
};
const SORTS: { id: Sort; text: string }[] = [
  { id: 'newest', text: t('cases.sortNewest') },
  { id: 'oldest', text: t('cases.sortOldest') },
  { id: 'due', text: t('cases.sortDue') },
];

/** Cases, by views, filters and an order that are in the address. */
export function Cases(): ReactNode {
  const { data: me } = useMe();
  const mayWork = me !== undefined && mayChange(me, 'cases:manage');
  const navigate = useNavigate();
  const place = useSearch({ strict: false }) as Place;
  const [now] = useState(() => new Date().toISOString());
  const { status, priority, type, tag, sort = 'newest' } = place;
  const view = place.view && Object.hasOwn(VIEWS, place.view) ? place.view : 'open';
  const change = (part: Place): void => {
    void navigate({ to: '/cases', search: { ...place, ...part }, replace: true });
  };
  const cases = casesWith({
    ...VIEWS[view](me?.id ?? '', now),
    ...(status && { status }),
    ...(priority && { priority }),
    ...(type && { type }),
    ...(tag && { tag }),
    ...(sort !== 'newest' && { sort }),
  });
  const list = useList({ ...cases, keepsRows: true });
  return (
    <ListScreen
      title={t('cases.title')}
      columns={COLUMNS}
      list={list}
      empty={
        view === 'open' && !status && !priority && !type && !tag ? (
          <>
            {t('cases.empty')}{' '}
            <Link to="/cases" search={{ view: 'closed' } as Place}>
              {t('cases.showClosed')}
            </Link>
          </>
        ) : (
          t('app.noneFits')
        )
      }
      create={
        mayWork && {
          text: t('cases.new'),
          form: (onClose) => <NewCase onCancel={onClose} />,
        }
      }
      filters={
        <>
          <StateChoice
            label={t('cases.status')}
            all={t('cases.all')}
            states={STATUSES}
            textOf={wordsOf}
            value={status}
            onChange={(one) => change({ status: one } as Place)}
          />
          <StateChoice
            label={t('cases.priority')}
            all={t('cases.all')}
            states={PRIORITIES}
            textOf={wordsOf}
            value={priority}
            onChange={(one) => change({ priority: one } as Place)}
          />
          <Choice
            label={t('cases.sort')}
            options={SORTS}
            value={sort}
            onChange={(one) => change({ sort: one })}
          />
          {mayWork && <Work />}
          <Suspense>
            <LabelFilters type={type} tag={tag} onChange={(labels) => change(labels as Place)} />
            <Returning />
          </Suspense>
        </>
      }
    >
      <nav className="toolbar" aria-label={t('cases.views')}>
        {(Object.keys(VIEWS) as View[]).map((one) => (
          <Link
            key={one}
            to="/cases"
            search={{ ...place, view: one }}
            className="button button-quiet"
            aria-current={one === view ? 'page' : undefined}
          >
            {VIEW_TEXTS[one]}
          </Link>
        ))}
      </nav>
    </ListScreen>
  );
}

/** The buttons that take the next unassigned case and open the rule. */
function Work(): ReactNode {
  const goOn = useGoOn();
  const [isOpen, setOpen] = useState(false);
  const taken = useChange(
    () => api.cases.claimNext(),
    [['cases'], ['case']],
    ({ id }) => void goOn({ to: '/cases/$id', params: { id } }),
  );
  const isNone = taken.error instanceof OrikiError && taken.error.status === 404;
  return (
    <>
      <PlainButton look="primary" isDisabled={taken.isPending} onPress={() => taken.mutate()}>
        {t('cases.next')}
      </PlainButton>
      <PlainButton onPress={() => setOpen(true)}>{t('cases.rule')}</PlainButton>
      {isNone && <p role="status">{t('cases.noNext')}</p>}
      {taken.isError && !isNone && <Problem error={taken.error} />}
      <Window title={t('cases.rule')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Rule onClose={() => setOpen(false)} />
      </Window>
    </>
  );
}
