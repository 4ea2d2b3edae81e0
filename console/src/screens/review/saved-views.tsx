import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Check } from '../../parts/checks.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Form } from '../../parts/form.tsx';
import { OpenWindow } from '../../parts/open-window.tsx';
import { HIT_VIEWS } from '../../queries/review.ts';
import { t } from '../../texts/screens/queue.ts';
import { filtersIn, keyOf, type Place } from './place.ts';

type Filters = Operations['createHitView']['input']['body']['filters'];
type View = Operations['listHitViews']['data']['views'][number];

/** Returns the filters of a view for a place of the queue. */
function filtersOf(place: Place): Filters {
  const { kind, age, assignee, sort } = place;
  const filters = { kind, age, assignee, sort, ...filtersIn(place) };
  return filters as Filters;
}

/** Returns the place of the queue for the filters of a view. */
function placeOf({ filters }: View): Place {
  const {
    status = 'all',
    listId,
    subjectId,
    minScore,
    maxScore,
    isOverdue,
    isWaiting,
    ...same
  } = filters;
  return {
    ...same,
    ...(status !== 'open' && { status }),
    ...(listId && { list: listId }),
    ...(subjectId && { customer: subjectId }),
    ...(minScore !== undefined && { min: String(minScore) }),
    ...(maxScore !== undefined && { max: String(maxScore) }),
    ...(isOverdue && { due: 'over' }),
    ...(isWaiting && { waiting: 'yes' }),
  };
}

/** The saved views, and the buttons that save the current filters and delete the current view. */
export function SavedViews({ place, mayWrite }: { place: Place; mayWrite: boolean }): ReactNode {
  const { data } = useQuery(HIT_VIEWS);
  const [opened, setOpened] = useState<'save' | 'delete'>();
  const views = data?.views ?? [];
  const current = views.find((view) => keyOf(placeOf(view)) === keyOf(place));
  const close = (): void => setOpened(undefined);
  return (
    <>
      {views.map((view) => (
        <Link
          key={view.id}
          to="/review"
          search={placeOf(view)}
          className="button button-quiet"
          aria-current={view === current ? 'page' : undefined}
        >
          <Foreign text={view.name} />
          {view.isShared && ` (${t('queue.shared')})`}
        </Link>
      ))}
      {mayWrite && (
        <PlainButton look="quiet" onPress={() => setOpened(current ? 'delete' : 'save')}>
          {t(current ? 'queue.deleteView' : 'queue.saveView')}
        </PlainButton>
      )}
      {opened === 'save' && <SaveView place={place} onClose={close} />}
      {opened === 'delete' && current && (
        <Confirm
          title={t('queue.deleteView')}
          name={current.name}
          text={t(current.isShared ? 'queue.deleteShared' : 'queue.deleteOwn')}
          run={() => api.continuousScreening.deleteHitView({ id: current.id })}
          stale={[['hit views']]}
          onClose={close}
          onDone={close}
        />
      )}
    </>
  );
}

function SaveView({ place, onClose }: { place: Place; onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const saving = useChange(
    () =>
      api.continuousScreening.createHitView({
        body: { name: name.trim(), isShared, filters: filtersOf(place) },
      }),
    [['hit views']],
    onClose,
  );
  return (
    <OpenWindow title={t('queue.saveView')} onClose={onClose}>
      <Form sending={saving} save={t('queue.save')} isReady={name.trim() !== ''} onCancel={onClose}>
        <Field label={t('queue.viewName')} value={name} onChange={setName} isRequired autoFocus />
        <Check label={t('queue.share')} isSelected={isShared} onChange={setShared} />
      </Form>
    </OpenWindow>
  );
}
