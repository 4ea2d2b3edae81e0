import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useGoOn } from '../../data/go-on.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Check } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ShownDecisions } from '../../parts/shown-decisions.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { kindText, numberText, visible } from '../../texts/text.ts';
import { t as decisionsText } from '../../texts/screens/decisions.ts';
import { t } from '../../texts/screens/review.ts';
import { ClaimOf } from './claims.tsx';
import { toneOf, verdictText, type Hit, type Verdict } from './decision.ts';
import { foundText } from './found.ts';
import { isInSight } from './in-sight.ts';
import { choose, isDecided, sightOf, undo, useDecisions, type Waiting } from './pending.ts';
import { WaitingDecisions } from './waiting.tsx';

/** The row of the keyboard when the screen was left: whoever opens a hit comes back to it. */
let lastPlace = { id: '', index: 0 };

const Enrol = lazy(async () => ({ default: (await import('./enrol.tsx')).Enrol }));

const SHORTCUTS_OFF = 'oriki.shortcuts.off';

const COLUMNS: Column<Hit>[] = [
  {
    id: 'subject',
    title: t('queue.subject'),
    cell: ({ id, subjectId }) => (
      <Link to="/review/$id" params={{ id }}>
        <Foreign text={subjectId} />
      </Link>
    ),
  },
  {
    id: 'match',
    title: t('queue.match'),
    cell: ({ match }) => (match ? <Foreign text={match.name} /> : '–'),
  },
  {
    id: 'list',
    title: t('queue.list'),
    cell: ({ match }) => (match ? <Foreign text={match.listName} /> : '–'),
  },
  { id: 'kind', title: t('queue.kind'), cell: ({ listKind }) => kindText(listKind) },
  {
    id: 'score',
    title: t('queue.score'),
    isNumber: true,
    cell: ({ score }) => (score === null ? '–' : numberText(score)),
  },
  { id: 'age', title: t('queue.age'), cell: ({ createdAt }) => <Time at={createdAt} age /> },
  {
    id: 'claim',
    title: t('queue.claim'),
    // Claims come and go while somebody looks.
    isLine: true,
    cell: ({ subjectId }) => <ClaimOf subjectId={subjectId} />,
  },
  {
    id: 'status',
    title: t('queue.status'),
    cell: ({ status }) => <Badge tone={toneOf(status)}>{verdictText(status)}</Badge>,
  },
];

/** The same for decided hits, on which nobody works. */
const DECIDED_COLUMNS: Column<Hit>[] = COLUMNS.map((column) =>
  column.id === 'claim'
    ? {
        id: 'decisions',
        title: decisionsText('hit.decisions'),
        width: 16,
        cell: ({ id }) => <ShownDecisions id={id} />,
      }
    : column,
);

const STATUSES = (['open', 'true_match', 'false_positive', 'closed'] as const).map((id) => {
  return { id, text: verdictText(id) };
});

/** Hits that wait for a decision, made by keyboard alone. */
export function Queue(): ReactNode {
  const goOn = useGoOn();
  const { data: me } = useMe();
  const mayDecide = me !== undefined && mayChange(me, 'fraud:screen');
  const [status, setStatus] = useState<(typeof STATUSES)[number]['id']>('open');
  const [place, setPlace] = useState(lastPlace);
  useEffect(() => {
    lastPlace = place;
  }, [place]);
  const decisions = useDecisions();
  const { waiting } = decisions;
  const newest = waiting.at(-1);
  /** Reasons by the id of the hit: each is for that hit alone. */
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  /** The hit whose reason has the focus, which stays in the field even if the list loses the hit. */
  const [writing, setWriting] = useState<Hit>();
  const focusMoves = useRef(false);
  const [isUndone, setUndone] = useState(false);
  const { enrol } = useSearch({ strict: false }) as { enrol?: boolean };
  const [isEnrolling, setEnrolling] = useState(enrol === true);
  const [hasKeys, setHasKeys] = useState(localStorage.getItem(SHORTCUTS_OFF) === null);
  const list = useList<Hit>(
    ['hits', status],
    ({ id }) => id,
    (part, signal) => api.continuousScreening.listHits({ status, limit: 100, ...part }, { signal }),
  );
  const rows = list.rows.filter((hit) => status !== 'open' || !isDecided(decisions, hit));
  // New hits move no row away from under the keyboard.
  const found = rows.findIndex(({ id }) => id === place.id);
  const at = found === -1 ? Math.max(0, Math.min(place.index, rows.length - 1)) : found;
  const goTo = (index: number): void => setPlace({ id: rows[index]?.id ?? '', index });
  const focusOn = (index: number): void => {
    if (index < 0) return;
    if (index < rows.length) {
      focusMoves.current = true;
      goTo(index);
    } else if (list.query.hasNextPage) void list.query.fetchNextPage();
  };
  const reasoned = writing ?? rows[at];
  const setReason = (id: string, text: string): void =>
    setReasons((before) => ({ ...before, [id]: text }));
  const decideOn = (hit: Hit, verdict: Verdict): void => {
    if (!mayDecide || status !== 'open') return;
    setUndone(false);
    const next = rows[at + 1];
    focusMoves.current = next !== undefined;
    setPlace({ id: next?.id ?? '', index: at });
    choose(hit, verdict, (reasons[hit.id] ?? '').trim(), me);
    setReason(hit.id, '');
  };
  const taken = useChange(
    async (hit: Hit) => (await import('./to-case.ts')).toCase(hit),
    [['cases'], ['case']],
    (id) => void goOn({ to: '/cases/$id', params: { id } }),
  );
  const mayTake = me !== undefined && mayChange(me, 'cases:manage');
  const keys = [
    t('queue.keys'),
    ...(mayDecide ? [t('queue.decideKeys')] : []),
    ...(mayTake ? [t('queue.caseKey')] : []),
  ];
  const takeBack = (one: Waiting): void => {
    undo(one);
    setUndone(true);
    setReason(one.hit.id, one.reason);
    focusMoves.current = true;
    setPlace({ id: one.hit.id, index: at });
  };
  /** Acts on the row that has the focus, if the person sees all of it; otherwise brings it into sight. */
  const act = (key: string, row: Element): void => {
    const hit = rows[at];
    if (!hit) return;
    if (key === 'o') void goOn({ to: '/review/$id', params: { id: hit.id } });
    else if (!isInSight(row)) row.scrollIntoView({ block: 'nearest' });
    else if (key === '1') decideOn(hit, 'true_match');
    else if (key === '2') decideOn(hit, 'false_positive');
    else if (key === '3' && mayTake && !taken.isPending) taken.mutate(hit);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('input, textarea, select, [role=dialog], [role=listbox]')) return;
    const row = target.closest('tr[aria-selected=true]');
    if (event.key === 'j') focusOn(row ? at + 1 : at);
    else if (event.key === 'k') focusOn(row ? at - 1 : at);
    // A key that is held down decides once.
    else if (event.repeat) return;
    else if (event.key === 'u' && newest) takeBack(newest);
    else if (event.key === 'n') {
      event.preventDefault();
      document.getElementById('queue-reason')?.focus();
    } else if (row) act(event.key, row);
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('queue.title')}</h1>
        {mayDecide && (
          <PlainButton look="primary" onPress={() => setEnrolling(true)}>
            {t('enrol.title')}
          </PlainButton>
        )}
      </div>
      {hasKeys && <p className="small quiet">{keys.join(', ')}</p>}
      {mayDecide && status === 'open' && (
        <div className="line-note">
          <Field
            id="queue-reason"
            label={t('queue.reason', { subject: visible(reasoned?.subjectId ?? '–') })}
            value={(reasoned && reasons[reasoned.id]) ?? ''}
            onChange={(text) => reasoned && setReason(reasoned.id, text)}
            onFocus={() => setWriting(reasoned)}
            onBlur={() => setWriting(undefined)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return;
              (event.target as HTMLElement).blur();
              if (rows[at]?.id === reasoned?.id) focusOn(at);
            }}
            // The line is there without a hit, too, so that the rows stay where they are.
            note={
              reasoned?.match
                ? foundText({ ...reasoned.match, score: reasoned.score ?? 0 })
                : '\u00A0'
            }
          />
        </div>
      )}
      <div className="toolbar">
        <Choice label={t('queue.status')} options={STATUSES} value={status} onChange={setStatus} />
        <Check
          label={t('queue.shortcuts')}
          isSelected={hasKeys}
          onChange={(on) => {
            setHasKeys(on);
            if (on) localStorage.removeItem(SHORTCUTS_OFF);
            else localStorage.setItem(SHORTCUTS_OFF, '1');
          }}
        />
        <WaitingDecisions waiting={waiting} isUndone={isUndone} onUndo={takeBack} />
      </div>
      {taken.isError && <Problem error={taken.error} />}
      <Table
        label={t('queue.title')}
        columns={status === 'open' ? COLUMNS : DECIDED_COLUMNS}
        // A hit that changes is another row, which has to be chosen anew.
        list={{ ...list, rows, keyOf: sightOf }}
        selected={at}
        onSelect={goTo}
        focusMoves={focusMoves}
        empty={t(status === 'open' ? 'queue.empty' : 'app.noneFits')}
      />
      <Window
        title={t('enrol.title')}
        isOpen={isEnrolling && mayDecide}
        onClose={() => setEnrolling(false)}
      >
        <Suspense>
          <Enrol onCancel={() => setEnrolling(false)} />
        </Suspense>
      </Window>
    </div>
  );
}
