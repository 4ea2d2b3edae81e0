import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { mayRead, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { LISTS } from '../../queries/lists.ts';
import { GLOBAL_LISTS } from '../../queries/review.ts';
import { kindText } from '../../texts/text.ts';
import { t as reviewText } from '../../texts/screens/review.ts';
import { t } from '../../texts/screens/queue.ts';
import type { Place } from './place.ts';

const KINDS = ['sanctions', 'pep', 'adverse_media', 'embargo', 'tenant_blocklist'] as const;
const ALL = { id: '', text: t('queue.all') };
const ASSIGNEES = [
  ALL,
  { id: 'me', text: t('queue.viewMine') },
  { id: 'none', text: t('queue.viewUnassigned') },
];
const AGES = [
  ALL,
  { id: 'day', text: t('queue.day') },
  { id: 'week', text: t('queue.week') },
  { id: 'month', text: t('queue.month') },
  { id: 'older', text: t('queue.older') },
];
const SORTS = [
  { id: '', text: t('queue.newest') },
  { id: 'oldest', text: t('queue.oldest') },
  { id: 'highest_score', text: t('queue.highest') },
  { id: 'lowest_score', text: t('queue.lowest') },
  { id: 'subject', text: t('queue.bySubject') },
  { id: 'subject_reverse', text: t('queue.bySubjectReverse') },
];

/** The names of the lists that hits can be on, by id. */
function useLists(): { id: string; text: string }[] {
  const { data: me } = useMe();
  const { data: shared } = useQuery(GLOBAL_LISTS);
  const { data: own } = useQuery({
    ...LISTS,
    enabled: me !== undefined && mayRead(me, 'fraud:manage'),
  });
  return [...(shared?.lists ?? []), ...(own?.lists ?? [])].map(({ id, name }) => ({
    id,
    text: name,
  }));
}

/** The filters of the queue. A choice filters immediately, a text with the button or Enter. */
export function Filters({
  place,
  show,
}: {
  place: Place;
  show: (place: Place) => void;
}): ReactNode {
  const lists = useLists();
  const [min, setMin] = useState(place.min ?? '');
  const [max, setMax] = useState(place.max ?? '');
  const [customer, setCustomer] = useState(place.customer ?? '');
  const choice = (
    name: keyof Place,
    label: string,
    options: readonly { id: string; text: string }[],
  ): ReactNode => {
    const value = place[name] ?? '';
    const isKnown = options.some(({ id }) => id === value);
    return (
      <Choice
        label={label}
        options={isKnown ? options : [...options, { id: value, text: value }]}
        value={value}
        onChange={(one) => show({ ...place, [name]: one })}
      />
    );
  };
  return (
    <FilterForm
      onFilter={() => show({ ...place, min, max, customer: customer.trim() })}
      besides={<PlainButton onPress={() => show({})}>{t('queue.clear')}</PlainButton>}
    >
      {choice('assignee', reviewText('queue.claim'), ASSIGNEES)}
      {choice('due', t('queue.due'), [ALL, { id: 'over', text: t('queue.viewOverdue') }])}
      {choice('waiting', t('queue.approval'), [ALL, { id: 'yes', text: t('queue.viewWaiting') }])}
      {choice('kind', t('queue.kind'), [ALL, ...KINDS.map((id) => ({ id, text: kindText(id) }))])}
      {choice('list', t('queue.list'), [ALL, ...lists])}
      {choice('age', reviewText('queue.age'), AGES)}
      {choice('sort', t('queue.sort'), SORTS)}
      <Field label={t('queue.min')} type="number" value={min} onChange={setMin} />
      <Field label={t('queue.max')} type="number" value={max} onChange={setMax} />
      <Field label={t('queue.customer')} value={customer} onChange={setCustomer} />
    </FilterForm>
  );
}
