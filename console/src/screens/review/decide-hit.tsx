import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { mayChange } from '../../data/me.ts';
import { useWaitingRequests } from '../../queries/approvals.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { Me } from '../../queries/session.ts';
import { t as detail } from '../../texts/screens/detail.ts';
import { t } from '../../texts/screens/hit.ts';
import { t as many } from '../../texts/screens/many.ts';
import { AskedQuestion } from './asked-question.tsx';
import { Assign } from './assign.tsx';
import { ClaimNotice } from './claim-notice.tsx';
import type { Verdict } from './decision.ts';
import type { Given } from './drafts.ts';
import { NoteInCase } from './note-in-case.tsx';
import { choose, sightOf, undo, useDecisions, type Waiting } from './pending.ts';
import { comesFromRequests, SHORTCUTS_OFF } from './place.ts';
import { toOpenCase, type CaseOfHits } from './to-case.ts';
import { ToCases } from './to-cases.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { WaitingDecisions } from './waiting.tsx';
import './action-bar.css';

type HitData = Operations['getHit']['data'];
type Window = Verdict | 'assign' | 'note' | 'new case';

const VERDICTS: readonly (readonly [key: string, verdict: Verdict])[] = [
  ['1', 'true_match'],
  ['2', 'false_positive'],
];

const NEIGHBOURS = [
  ['k', 'previous', 'hit.previous'],
  ['j', 'next', 'hit.next'],
] as const;

/** The actions on a hit on its screen, with the keys of the queue. */
function useActions(
  hit: HitData,
  me: Me,
  window: Window | undefined,
  open: (window?: Window) => void,
) {
  const navigate = useNavigate();
  const [isUndone, setUndone] = useState(false);
  const { waiting, sent } = useDecisions();
  const { data: requests } = useWaitingRequests();
  const { previous, next } = useNeighbours(hit.id);
  const mayTake = mayChange(me, 'cases:manage');
  const goTo = (id: string | undefined): void => {
    if (id !== undefined) void navigate({ to: '/review/$id', params: { id } });
  };
  const goToCase = ({ id }: CaseOfHits): void =>
    void navigate({ to: '/cases/$id', params: { id } });
  const taken = useChange(
    () => toOpenCase(hit.subjectId, [hit.id]),
    [['cases'], ['case']],
    (added) => {
      if (added) goToCase(added);
      else open('new case');
    },
  );
  // Until the page has read the decided hit again, another decision would be about its former revision, which the service rejects.
  const mayDecide =
    hit.status !== 'closed' &&
    !waiting.some((one) => one.hit.id === hit.id) &&
    !sent.has(sightOf(hit));
  const decideOn = (verdict: Verdict, given: Given): void => {
    choose(hit, verdict, given, me);
    open();
    setUndone(false);
    // A person who changes a decision stays.
    if (hit.status !== 'open') return;
    // Opens the next hit; if the hit had a request and the person came from the requests, returns to the requests.
    if (comesFromRequests() && requests?.byHit[hit.id]) void navigate({ to: '/approvals' });
    else goTo(next);
  };
  const takeBack = (one: Waiting): void => {
    undo(one);
    setUndone(true);
    if (one.hit.id !== hit.id) goTo(one.hit.id);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || window) return;
    if ((event.target as HTMLElement).closest('input, textarea, select, [role=dialog]')) return;
    if (localStorage.getItem(SHORTCUTS_OFF) !== null) return;
    if (key === 'j') return goTo(next);
    if (key === 'k') return goTo(previous);
    const newest = waiting.at(-1);
    const verdict = VERDICTS.find(([one]) => one === key)?.[1];
    // A key that is held down acts once.
    if (event.repeat) return;
    if (key === 'u' && newest) takeBack(newest);
    else if (key === '3' && mayTake && !taken.isPending) taken.mutate();
    else if ((verdict && mayDecide) || key === 'a' || (key === 'n' && mayTake)) {
      // The window opens immediately, and its field must not get the key.
      event.preventDefault();
      open(verdict ?? (key === 'a' ? 'assign' : 'note'));
    }
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return {
    waiting,
    isUndone,
    mayDecide,
    mayTake,
    taken,
    previous,
    next,
    goTo,
    goToCase,
    decideOn,
    takeBack,
  };
}

/**
 * The bar below a hit: the buttons and keys that decide it, and lead to its neighbours in the queue. As in the queue,
 * the person can undo a decision for ten seconds, on any screen.
 */
export function DecideHit({
  hit,
  me,
  window,
  open,
}: {
  hit: HitData;
  me: Me;
  /** The open question or form. */
  window: Window | undefined;
  open: (window?: Window) => void;
}): ReactNode {
  const { taken, ...actions } = useActions(hit, me, window, open);
  const { previous, next, goTo } = actions;
  const verdict = VERDICTS.find(([, one]) => one === window)?.[1];
  return (
    <section className="panel action-bar no-print stack-close" aria-label={t('hit.decide')}>
      <ClaimNotice hitId={hit.id} me={me} />
      {taken.isError && <Problem error={taken.error} />}
      <div className="toolbar">
        {VERDICTS.map(([key, one]) => (
          <PlainButton key={key} isDisabled={!actions.mayDecide} onPress={() => open(one)}>
            {t(one === 'true_match' ? 'hit.trueMatch' : 'hit.falsePositive')} <kbd>{key}</kbd>
          </PlainButton>
        ))}
        {actions.mayTake && (
          <>
            <PlainButton look="quiet" isDisabled={taken.isPending} onPress={() => taken.mutate()}>
              {detail('detail.toCase')} <kbd>3</kbd>
            </PlainButton>
            <PlainButton look="quiet" onPress={() => open('note')}>
              {t('hit.note')} <kbd>n</kbd>
            </PlainButton>
          </>
        )}
        <PlainButton look="quiet" onPress={() => open('assign')}>
          {many('many.assign')} <kbd>a</kbd>
        </PlainButton>
        <WaitingDecisions
          waiting={actions.waiting}
          isUndone={actions.isUndone}
          onUndo={actions.takeBack}
        />
        {NEIGHBOURS.map(([key, icon, text]) => {
          const to = key === 'k' ? previous : next;
          return (
            <PlainButton
              key={key}
              look="quiet"
              aria-label={t(text)}
              title={t(text)}
              isDisabled={to === undefined}
              onPress={() => goTo(to)}
            >
              <Icon name={icon} /> <kbd>{key}</kbd>
            </PlainButton>
          );
        })}
      </div>
      <AskedQuestion
        asked={
          verdict && {
            hit,
            verdict,
            me,
            isChange: hit.status !== 'open',
            onDecide: (given) => actions.decideOn(verdict, given),
            onClose: () => open(),
          }
        }
      />
      {window === 'assign' && (
        <Assign hits={[hit]} me={me} onDone={() => open()} onClose={() => open()} />
      )}
      {window === 'new case' && (
        <ToCases
          hits={[hit]}
          isNew
          onClose={() => open()}
          onDone={([made]) => actions.goToCase(made!)}
        />
      )}
      {window === 'note' && <NoteInCase hit={hit} onClose={() => open()} />}
    </section>
  );
}
