import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChange, useGoOn } from '../../data/change.ts';
import { useKept } from '../../data/kept.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { hitsWith, type Hit, type HitFilters } from '../../queries/review.ts';
import type { Verdict } from './decision.ts';
import type { Given } from './drafts.ts';
import { KEPT_PLACE, keyOf, SHORTCUTS_OFF, usePlace } from './place.ts';
import { choose, isDecided, sightOf, undo, useDecisions, type Waiting } from './pending.ts';
import { useTicks, isInSight } from './ticks.ts';

const VERDICTS: Readonly<Record<string, Verdict>> = { '1': 'true_match', '2': 'false_positive' };

/** A window of an action on hits; a verdict is the question about several. */
type Opened = { what: Verdict | 'assign' | 'cases' | 'new case' | 'note'; hits: readonly Hit[] };

/** The setting of the browser that enables the shortcuts. */
function useShortcuts(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(localStorage.getItem(SHORTCUTS_OFF) === null);
  return [
    isOn,
    (next) => {
      setOn(next);
      if (next) localStorage.removeItem(SHORTCUTS_OFF);
      else localStorage.setItem(SHORTCUTS_OFF, '1');
    },
  ];
}

/** The rows of the queue, and the row with the keyboard focus. A person who opens a hit returns to its row. */
function useRows(filters: HitFilters) {
  const [place, setPlace] = useKept(...KEPT_PLACE);
  const decisions = useDecisions();
  const list = useList(hitsWith(filters));
  // The row gets the focus when the first rows arrive.
  const focusMoves = useRef(true);
  const rows = list.rows.filter((hit) => hit.status !== 'open' || !isDecided(decisions, hit));
  const hidden = list.totalIsExact ? list.rows.length - rows.length : 0;
  // New hits do not move the row with the keyboard focus.
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
  return {
    waiting: decisions.waiting,
    // A changed hit counts as another row, which the person selects again.
    list: { ...list, rows, keyOf: sightOf, total: list.total - hidden },
    rows,
    at,
    setPlace,
    goTo,
    focusOn,
    focusMoves,
  };
}

/** The state of the review queue, and the actions of its keys and buttons. */
export function useQueue() {
  const goOn = useGoOn();
  const { data: me } = useMe();
  const mayDecide = me !== undefined && mayChange(me, 'fraud:screen');
  const mayTake = me !== undefined && mayChange(me, 'cases:manage');
  const [hasKeys, setHasKeys] = useShortcuts();
  const [isUndone, setUndone] = useState(false);
  const { enrol } = useSearch({ strict: false }) as { enrol?: boolean };
  const [isEnrolling, setEnrolling] = useState(enrol === true);
  const { filters, ...addressed } = usePlace(me?.id ?? '');
  const { rows, at, setPlace, focusOn, focusMoves, ...shown } = useRows(filters);
  const ticks = useTicks(rows, keyOf(addressed.place));
  const { ticked } = ticks;
  const mayTick = mayDecide && (addressed.place.status ?? 'open') === 'open';
  /** The decision whose reason the page asks for. */
  const [question, setQuestion] = useState<{ hit: Hit; verdict: Verdict }>();
  /** The open window of an action, with its hits as they were when it opened. */
  const [opened, open] = useState<Opened>();
  const hasQuestion = question !== undefined || opened !== undefined;
  const newest = shown.waiting.at(-1);
  const ask = (hit: Hit, verdict: Verdict): void => {
    if (mayDecide && hit.status === 'open') setQuestion({ hit, verdict });
  };
  const decideOn = ({ hit, verdict }: { hit: Hit; verdict: Verdict }, given: Given): void => {
    setQuestion(undefined);
    setUndone(false);
    // The hit may have left the list during the question.
    const index = rows.findIndex(({ id }) => id === hit.id);
    const next = rows[index + 1];
    if (index !== -1) setPlace({ id: next?.id ?? '', index });
    choose(hit, verdict, given, me!);
  };
  // An open question makes the rest of the page inert, so the row gets the focus afterwards.
  const wasAsked = useRef(false);
  const [, setReturns] = useState(0);
  useEffect(() => {
    if (!hasQuestion && wasAsked.current) {
      focusMoves.current = true;
      setReturns((count) => count + 1);
    }
    wasAsked.current = hasQuestion;
  }, [hasQuestion, focusMoves]);
  const taken = useChange(
    async (hit: Hit) => {
      const { toOpenCase } = await import('./to-case.ts');
      return { hit, added: await toOpenCase(hit.subjectId, [hit.id]) };
    },
    [['cases'], ['case']],
    ({ hit, added }) => {
      if (added) void goOn({ to: '/cases/$id', params: { id: added.id } });
      else open({ what: 'new case', hits: [hit] });
    },
  );
  const takeBack = (one: Waiting): void => {
    undo(one);
    setUndone(true);
    focusMoves.current = true;
    setPlace({ id: one.hit.id, index: at });
  };
  /** Acts on the row that has the focus if the person sees all of it; otherwise scrolls to it. */
  const act = (key: string, row: Element): void => {
    const hit = rows[at];
    if (!hit) return;
    const isTicked = mayTick && ticked.includes(hit);
    const verdict = VERDICTS[key];
    if (key === 'o') void goOn({ to: '/review/$id', params: { id: hit.id } });
    else if (!isInSight(row)) row.scrollIntoView({ block: 'nearest' });
    else if (key === 'x') row.querySelector<HTMLElement>('.tick input')?.click();
    else if (key === 'a' && mayDecide) open({ what: 'assign', hits: isTicked ? ticked : [hit] });
    else if (key === 'n' && mayTake) open({ what: 'note', hits: [hit] });
    // On a ticked row, a key applies to all ticked rows.
    else if (verdict)
      if (isTicked) open({ what: verdict, hits: ticked });
      else ask(hit, verdict);
    else if (key === '3' && mayTake)
      if (isTicked) open({ what: 'cases', hits: ticked });
      else if (!taken.isPending) taken.mutate(hit);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (!hasKeys || hasQuestion || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('input:not(.tick *), textarea, select, [role=dialog], [role=listbox]'))
      return;
    const row = target.closest('tr[aria-selected=true]');
    if (event.key === 'j') focusOn(row ? at + 1 : at);
    else if (event.key === 'k') focusOn(row ? at - 1 : at);
    // Holding a key down decides once.
    else if (event.repeat) return;
    else if (event.key === 'u' && newest) takeBack(newest);
    else if (row) {
      // Stops the key press: the question opens immediately, and its field would get the key.
      if (['1', '2', '3', 'a', 'n'].includes(event.key)) event.preventDefault();
      act(event.key, row);
    }
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return {
    ...shown,
    at,
    focusMoves,
    ...addressed,
    me,
    mayDecide,
    mayTake,
    ask,
    rows,
    setPlace,
    setUndone,
    ticked,
    ticks: mayTick ? ticks : undefined,
    opened,
    open,
    hasKeys,
    setHasKeys,
    question: question &&
      me && {
        ...question,
        me,
        onDecide: (given: Given) => decideOn(question, given),
        onClose: () => setQuestion(undefined),
      },
    isUndone,
    takeBack,
    taken,
    isEnrolling: isEnrolling && mayDecide,
    setEnrolling,
  };
}
