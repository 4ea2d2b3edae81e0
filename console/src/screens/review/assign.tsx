import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { mayRead } from '../../data/me.ts';
import { Choice } from '../../parts/choice.tsx';
import { Form } from '../../parts/form.tsx';
import { OpenWindow } from '../../parts/open-window.tsx';
import type { Hit } from '../../queries/review.ts';
import { MEMBERS, type Me } from '../../queries/session.ts';
import { visible } from '../../texts/text.ts';
import { t } from '../../texts/screens/many.ts';

const NO_ONE = '';

/** The form that assigns hits: to the person, to another member, or to no one. */
export function Assign({
  hits,
  me,
  onDone,
  onClose,
}: {
  hits: readonly Pick<Hit, 'id' | 'subjectId' | 'assignee'>[];
  me: Me;
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const { data: members = [] } = useQuery({
    ...MEMBERS,
    enabled: mayRead(me, 'cases:manage'),
  });
  const first = hits[0]!;
  const isShared = hits.every(({ assignee }) => assignee === first.assignee);
  const present = (isShared && first.assignee) || NO_ONE;
  const [chosen, setChosen] = useState(present);
  // A person who may not read the names of members assigns hits to themselves. A former member stays the assignee.
  const options = [
    { id: NO_ONE, text: t('many.noOne') },
    { id: me.id, text: me.name ?? me.id },
    ...members.filter(({ id }) => id !== me.id),
  ];
  if (!options.some(({ id }) => id === chosen)) options.push({ id: chosen, text: chosen });
  const assigned = useChange(
    (assignee: string) =>
      api.continuousScreening.assignHits({
        body: { ids: hits.map(({ id }) => id), assignee: assignee || null },
      }),
    [['hits'], ['hit'], ['today'], ['work']],
    onDone,
  );
  return (
    <OpenWindow
      title={
        hits.length === 1
          ? t('many.assignOne', { subject: visible(first.subjectId) })
          : t('many.assignMany', { count: hits.length })
      }
      onClose={onClose}
    >
      <Form
        sending={{ ...assigned, mutate: () => assigned.mutate(chosen) }}
        save={t('many.assign')}
        isReady={!isShared || chosen !== present}
        besides={{ text: t('many.toMe'), onPress: () => assigned.mutate(me.id) }}
        onCancel={onClose}
      >
        <Choice
          label={t('many.assignee')}
          options={options}
          value={chosen}
          onChange={setChosen}
          autoFocus
        />
      </Form>
    </OpenWindow>
  );
}
