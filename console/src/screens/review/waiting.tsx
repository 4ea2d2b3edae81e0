import type { ReactNode } from 'react';
import { PlainButton } from '../../parts/button.tsx';
import { t } from '../../texts/screens/queue.ts';
import { verdictText } from './decision.ts';
import { UNDO_MS, useDecisions, type Waiting } from './pending.ts';

function textOf({ verdict, hit }: Waiting): string {
  return t('queue.decided', {
    verdict: verdictText(verdict),
    subject: hit.subjectId,
    seconds: UNDO_MS / 1000,
  });
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
  const earlier = waiting.slice(0, -1).toReversed();
  return (
    <div className="toolbar said">
      <span role="status">
        {isUndone && t('queue.undone')} {asked && t('queue.asked', { subject: asked.subjectId })}{' '}
        {newest && textOf(newest)}
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
                    aria-label={`${t('queue.undo')}: ${one.hit.subjectId}`}
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
    </div>
  );
}
