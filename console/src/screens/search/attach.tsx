import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useGoOn } from '../../data/go-on.ts';
import { mayChange, mayRead, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Form } from '../../parts/form.tsx';
import { Problem } from '../../parts/problem.tsx';
import { timeText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/search.ts';
import { toneOfStatus } from '../cases/words.ts';

type Attached = { itemId: string; subjectId: string | null; caseId?: string | undefined };

/** Cases of a customer, or with a thing among their items, that are looked at; there are hardly more. */
const SHOWN = 100;
const NEW = 'new';

/** The cases that hold a screening or a hit, and the way into another one. */
export function InCases({ itemId, subjectId, caseId }: Attached): ReactNode {
  const { data: me } = useMe();
  const mayLook = me !== undefined && mayRead(me, 'cases:manage');
  const [isChoosing, setChoosing] = useState(false);
  const holding = useQuery({
    queryKey: ['cases', 'with', itemId],
    queryFn: ({ signal }) => api.cases.list({ itemId, limit: SHOWN }, { signal }),
    enabled: mayLook,
  });
  const added = useChange(
    (id: string) => api.cases.addItems({ id, body: { ids: [itemId] } }),
    [['cases'], ['case']],
  );
  if (!mayLook) return null;
  const cases = holding.data?.items ?? [];
  const isHeld = (id: string): boolean => cases.some((one) => one.id === id);
  return (
    <section className="stack-close" aria-label={t('search.cases')}>
      {holding.isError && <Problem error={holding.error} />}
      {cases.map(({ id, subjectId: customer, status }) => (
        <p key={id}>
          {t('search.inCase')}{' '}
          <Link to="/cases/$id" params={{ id }}>
            <Foreign text={customer} />
          </Link>{' '}
          <Badge tone={toneOfStatus(status)}>{wordsOf(status)}</Badge>
        </p>
      ))}
      {mayChange(me, 'cases:manage') && (
        <div className="toolbar no-print">
          {caseId !== undefined && !isHeld(caseId) && (
            <PlainButton
              look="primary"
              isDisabled={added.isPending}
              onPress={() => added.mutate(caseId)}
            >
              {t('search.attachHere')}
            </PlainButton>
          )}
          <PlainButton onPress={() => setChoosing(true)}>{t('search.attach')}</PlainButton>
        </div>
      )}
      {added.isError && <Problem error={added.error} />}
      <Window title={t('search.attach')} isOpen={isChoosing} onClose={() => setChoosing(false)}>
        <Choose itemId={itemId} subjectId={subjectId} onClose={() => setChoosing(false)} />
      </Window>
    </section>
  );
}

/** An open case of a customer, or a new one. */
function Choose({
  itemId,
  subjectId,
  onClose,
}: Omit<Attached, 'caseId'> & { onClose: () => void }): ReactNode {
  const goOn = useGoOn();
  const [customer, setCustomer] = useState(subjectId ?? '');
  const [chosen, setChosen] = useState<string>();
  const found = useQuery({
    queryKey: ['cases', 'of', customer],
    queryFn: ({ signal }) => api.cases.list({ subjectId: customer, limit: SHOWN }, { signal }),
    enabled: customer !== '',
  });
  const open = found.data?.items.filter(({ status }) => status !== 'CLOSED') ?? [];
  const options = [
    ...open.map(({ id, status, createdAt }) => {
      return { id, text: `${wordsOf(status)}, ${timeText(createdAt)}` };
    }),
    { id: NEW, text: t('cases.new') },
  ];
  const known = options.some(({ id }) => id === chosen) ? chosen! : options[0]!.id;
  const attached = useChange(
    async () => {
      if (known === NEW)
        return api.cases.create({ body: { subjectId: customer, itemIds: [itemId] } });
      return api.cases.addItems({ id: known, body: { ids: [itemId] } });
    },
    [['cases'], ['case']],
    ({ id }) => {
      onClose();
      void goOn({ to: '/cases/$id', params: { id } });
    },
  );
  return (
    <Form
      sending={attached}
      save={t('search.attachGo')}
      isReady={found.isSuccess}
      onCancel={onClose}
    >
      <Field
        label={t('cases.customerId')}
        value={customer}
        onChange={setCustomer}
        isRequired
        autoFocus
      />
      <Choice label={t('cases.one')} options={options} value={known} onChange={setChosen} />
      {found.isError && <Problem error={found.error} />}
    </Form>
  );
}
