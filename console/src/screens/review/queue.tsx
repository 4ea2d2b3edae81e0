import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
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
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { kindText, numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/review.ts';
import { ClaimOf } from './claims.tsx';
import { toneOf, verdictText, type Hit, type Verdict } from './decision.ts';
import { Enrol } from './enrol.tsx';
import { foundText } from './found.ts';
import { UNDO_MS, useDecisions } from './pending.ts';
import { toCase } from './to-case.ts';

/** The row of the keyboard when the screen was left: whoever opens a hit comes back to it. */
let lastPlace = { id: '', index: 0 };

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
    cell: ({ subjectId }) => <ClaimOf subjectId={subjectId} />,
  },
  {
    id: 'status',
    title: t('queue.status'),
    cell: ({ status }) => <Badge tone={toneOf(status)}>{verdictText(status)}</Badge>,
  },
];

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
  const { pending, isDecided, choose, undo } = useDecisions();
  const [reason, setReason] = useState('');
  const [isUndone, setUndone] = useState(false);
  const { enrol } = useSearch({ strict: false }) as { enrol?: boolean };
  const [isEnrolling, setEnrolling] = useState(enrol === true);
  const [hasKeys, setHasKeys] = useState(localStorage.getItem(SHORTCUTS_OFF) === null);
  const list = useList<Hit>(
    ['hits', status],
    ({ id }) => id,
    (part, signal) => api.continuousScreening.listHits({ status, limit: 100, ...part }, { signal }),
  );
  const rows = list.rows.filter((hit) => status !== 'open' || !isDecided(hit));
  // New hits move no row away from under the keyboard.
  const found = rows.findIndex(({ id }) => id === place.id);
  const at = found === -1 ? Math.max(0, Math.min(place.index, rows.length - 1)) : found;
  const goTo = (index: number): void => {
    const hit = rows[index];
    if (hit) setPlace({ id: hit.id, index });
    else if (list.query.hasNextPage) void list.query.fetchNextPage();
  };
  const decideHere = (verdict: Verdict): void => {
    const hit = rows[at];
    if (!hit || !mayDecide || status !== 'open') return;
    setUndone(false);
    setPlace({ id: rows[at + 1]?.id ?? '', index: at });
    choose(hit, verdict, reason.trim() || foundText(hit));
  };
  const taken = useChange(toCase, [['cases'], ['case']], (id) => {
    void goOn({ to: '/cases/$id', params: { id } });
  });
  const mayTake = me !== undefined && mayChange(me, 'cases:manage');
  const keys = [
    t('queue.keys'),
    ...(mayDecide ? [t('queue.decideKeys')] : []),
    ...(mayTake ? [t('queue.caseKey')] : []),
  ];
  const takeBack = (): void => {
    if (!pending) return;
    undo();
    setUndone(true);
    setPlace({ id: pending.hit.id, index: at });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('input, textarea, select, [role=dialog], [role=listbox]')) return;
    const hit = rows[at];
    if (event.key === 'j') goTo(at + 1);
    else if (event.key === 'k') goTo(at - 1);
    // A key that is held down decides once.
    else if (event.repeat) return;
    else if (event.key === 'o' && hit) void goOn({ to: '/review/$id', params: { id: hit.id } });
    else if (event.key === '1') decideHere('true_match');
    else if (event.key === '2') decideHere('false_positive');
    else if (event.key === '3' && hit && mayTake && !taken.isPending) taken.mutate(hit);
    else if (event.key === 'u') takeBack();
    else if (event.key === 'n') {
      event.preventDefault();
      document.getElementById('queue-reason')?.focus();
    }
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
        <Field
          id="queue-reason"
          label={t('queue.reason')}
          value={reason}
          onChange={setReason}
          note={t('queue.found', { found: rows[at] ? foundText(rows[at]) : '' })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') (event.target as HTMLElement).blur();
          }}
        />
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
        <div className="toolbar said" role="status">
          {pending ? (
            <>
              <span>
                {t('queue.decided', {
                  verdict: verdictText(pending.verdict),
                  subject: pending.hit.subjectId,
                  seconds: UNDO_MS / 1000,
                })}
              </span>
              <PlainButton onPress={takeBack}>
                {t('queue.undo')} <kbd>u</kbd>
              </PlainButton>
            </>
          ) : (
            isUndone && t('queue.undone')
          )}
        </div>
      </div>
      {taken.isError && <Problem error={taken.error} />}
      <Table
        label={t('queue.title')}
        columns={COLUMNS}
        list={{ ...list, rows }}
        selected={at}
        onSelect={goTo}
        empty={t(status === 'open' ? 'queue.empty' : 'app.noneFits')}
      />
      <Window
        title={t('enrol.title')}
        isOpen={isEnrolling && mayDecide}
        onClose={() => setEnrolling(false)}
      >
        <Enrol onCancel={() => setEnrolling(false)} />
      </Window>
    </div>
  );
}
