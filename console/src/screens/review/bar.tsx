import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Check } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { t } from '../../texts/screens/queue.ts';
import { verdictText } from './decision.ts';
import { Filters } from './filters.tsx';
import { keyOf, type Place } from './place.ts';
import { SavedViews } from './saved-views.tsx';
import type { useQueue } from './use-queue.ts';
import { WaitingDecisions } from './waiting.tsx';

const STATUSES = ['open', 'true_match', 'false_positive', 'closed', 'all'] as const;
const OPTIONS = STATUSES.map((id) => ({
  id,
  text: id === 'all' ? t('queue.all') : verdictText(id),
}));

/** The views that every person has. */
const VIEWS: readonly (readonly [text: string, place: Place])[] = [
  [t('queue.viewOpen'), {}],
  [t('queue.viewMine'), { assignee: 'me' }],
  [t('queue.viewUnassigned'), { assignee: 'none' }],
  [t('queue.viewOverdue'), { due: 'over' }],
  [t('queue.viewWaiting'), { waiting: 'yes' }],
];

/** The views, filters, shortcuts and waiting decisions above the rows of the queue. */
export function Bar({ queue }: { queue: ReturnType<typeof useQueue> }): ReactNode {
  const { place, show } = queue;
  const { sort, ...unsorted } = place;
  const { status = 'open', ...filters } = unsorted;
  const [isOpen, setOpen] = useState(false);
  const keys = [
    t('queue.keys'),
    ...(queue.mayDecide ? [t('queue.decideKeys')] : []),
    ...(queue.mayTake ? [t('queue.caseKey')] : []),
  ];
  // A decision that waits has the whole line.
  const hasHint = queue.hasKeys && queue.waiting.length === 0 && !queue.isUndone;
  const count = Object.keys(filters).length;
  return (
    <>
      <div className="queue-views">
        <nav className="toolbar" aria-label={t('queue.views')}>
          {VIEWS.map(([text, view]) => (
            <Link
              key={text}
              to="/review"
              search={{ ...view, ...(sort && { sort }) }}
              className="button button-quiet"
              aria-current={keyOf(view) === keyOf(unsorted) ? 'page' : undefined}
            >
              {text}
            </Link>
          ))}
          <SavedViews place={place} mayWrite={queue.mayDecide} />
        </nav>
        <div className="toolbar">
          <Choice
            label={t('queue.status')}
            options={OPTIONS}
            value={status as (typeof STATUSES)[number]}
            onChange={(one) => {
              const { status: _, ...rest } = place;
              show(one === 'open' ? rest : { ...rest, status: one });
            }}
          />
          <PlainButton aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {t('queue.filters')}
            {count > 0 && ` (${count})`}
          </PlainButton>
          <Check
            label={t('queue.shortcuts')}
            isSelected={queue.hasKeys}
            onChange={queue.setHasKeys}
          />
        </div>
      </div>
      <div className="toolbar">
        {hasHint && <p className="small quiet queue-keys">{keys.join(', ')}</p>}
        <WaitingDecisions
          waiting={queue.waiting}
          isUndone={queue.isUndone}
          onUndo={queue.takeBack}
        />
      </div>
      {isOpen && (
        // Fields begin with the texts of a new address. A choice keeps the focus.
        <Filters key={`${place.min} ${place.max} ${place.customer}`} place={place} show={show} />
      )}
    </>
  );
}
