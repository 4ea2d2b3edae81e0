import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { PlainButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { settings } from '../../data/settings.ts';
import { locale, visible } from '../../texts/text.ts';
import { t } from '../../texts/screens/queue.ts';
import { verdictText } from './decision.ts';
import { SHORTCUTS_OFF } from './place.ts';
import { sightOf, useDecisions, type Waiting } from './pending.ts';

/** The maximum number of stored decisions that the list shows. */
const MOST_STORED = 20;

/** Times of today, in the chosen zone. */
const CLOCK = new Intl.DateTimeFormat(locale, {
  timeStyle: 'medium',
  ...(settings.zone === 'utc' && { timeZone: 'UTC' }),
});

/** Returns the customer and the listed party of a hit. */
function pairText({ subjectId, match, entryId }: Waiting['hit']): string {
  return `${visible(subjectId)} – ${visible(match?.name ?? entryId)}`;
}

function textOf({ verdict, hit, dueAt }: Waiting): string {
  return t('queue.decided', {
    verdict: verdictText(verdict),
    pair: pairText(hit),
    time: CLOCK.format(dueAt),
  });
}

/** Acts on a press of `u` outside of fields and dialogs, unless shortcuts are off. A key that is held down acts once. */
export function useUndoKey(act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'u' || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as HTMLElement).closest('input, textarea, select, [role=dialog]')) return;
    if (localStorage.getItem(SHORTCUTS_OFF) === null) act();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Returns the stored decisions of this page, the newest first. */
function useStored(): Waiting[] {
  const { sent } = useDecisions();
  return [...sent.values()].filter(({ answeredAt }) => answeredAt < Infinity).toReversed();
}

/** Returns the newest stored decision after a person has pressed `u`, until they decide again. */
function useLateUndo(isWaiting: boolean): Waiting | undefined {
  const [stored] = useStored();
  const [asked, setAsked] = useState<string>();
  useUndoKey(() => {
    if (!isWaiting && stored) setAsked(sightOf(stored.hit));
  });
  return !isWaiting && stored && asked === sightOf(stored.hit) ? stored : undefined;
}

/** The decisions that the person can withdraw: the newest one, and earlier ones in a list that opens over the rows. */
export function WaitingDecisions({
  waiting,
  isUndone,
  onUndo,
}: {
  waiting: readonly Waiting[];
  /** True if the person's last action took a decision back. */
  isUndone: boolean;
  onUndo: (one: Waiting) => void;
}): ReactNode {
  const { asked } = useDecisions();
  const newest = waiting.at(-1);
  const late = useLateUndo(newest !== undefined);
  const earlier = waiting.slice(0, -1).toReversed();
  return (
    <div className="toolbar said">
      <span role="status">
        {isUndone && !late && t('queue.undone')}{' '}
        {asked && t('queue.asked', { subject: asked.subjectId })} {newest && textOf(newest)}
        {late && (
          <>
            {t('queue.late', { verdict: verdictText(late.verdict), pair: pairText(late.hit) })}{' '}
            <Link to="/review/$id" params={{ id: late.hit.id }}>
              {t('queue.differently')}
            </Link>
          </>
        )}
      </span>
      {newest && (
        // Each decision has a separate button, so a double click takes back only one.
        <PlainButton key={newest.hit.id} onPress={() => onUndo(newest)}>
          {t('queue.undo')} <kbd>u</kbd>
        </PlainButton>
      )}
      {earlier.length > 0 && (
        <details className="earlier">
          <summary>{t('queue.earlier', { count: earlier.length })}</summary>
          <div className="panel stack-close">
            <PlainButton onPress={() => waiting.toReversed().forEach(onUndo)}>
              {t('queue.undoAll', { count: waiting.length })}
            </PlainButton>
            <ul className="stack-close">
              {earlier.map((one) => (
                <li key={one.hit.id} className="toolbar">
                  <span>{textOf(one)}</span>
                  <PlainButton
                    aria-label={`${t('queue.undo')}: ${pairText(one.hit)}`}
                    onPress={() => onUndo(one)}
                  >
                    {t('queue.undo')}
                  </PlainButton>
                </li>
              ))}
            </ul>
          </div>
        </details>
      )}
      <JustDecided />
    </div>
  );
}

/** The newest decisions of this page that were stored. The screens of their hits take other decisions. */
function JustDecided(): ReactNode {
  const newest = useStored().slice(0, MOST_STORED);
  if (newest.length === 0) return null;
  return (
    <details className="earlier">
      <summary>{t('queue.stored', { count: newest.length })}</summary>
      <div className="panel stack-close">
        <p className="small quiet">{t('queue.storedHow')}</p>
        <ul className="stack-close">
          {newest.map(({ hit, verdict }) => (
            <li key={sightOf(hit)}>
              <Link to="/review/$id" params={{ id: hit.id }}>
                <Foreign text={pairText(hit)} />
              </Link>{' '}
              {verdictText(verdict)}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
