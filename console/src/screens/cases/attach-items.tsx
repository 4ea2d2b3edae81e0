import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { mayChange, mayRead, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { One } from '../../parts/problem.tsx';
import type { Case } from '../../queries/case.ts';
import { itemsToAttach, MAX_FOUND, type Attachable } from '../../queries/attachable.ts';
import { t as shared } from '../../texts/screens/cases.ts';
import { t } from '../../texts/screens/case-labels.ts';

/** The kinds of evidence, each with the scope that reads it. */
const KINDS: { kind: Attachable; scope: string }[] = [
  { kind: 'hit', scope: 'fraud:screen' },
  { kind: 'screening', scope: 'fraud:screen' },
  { kind: 'verification', scope: 'identity:verify' },
  { kind: 'thread', scope: 'threads:manage' },
];

/** The buttons that attach existing evidence and search a name for the case. */
export function Attach({ data }: { data: Case }): ReactNode {
  const { data: me } = useMe();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="toolbar no-print">
      <PlainButton onPress={() => setOpen(true)}>{shared('cases.attach')}</PlainButton>
      {me && mayChange(me, 'fraud:screen') && (
        <Link to="/search" search={{ case: data.id }}>
          {shared('search.forCase')}
        </Link>
      )}
      <Window title={shared('cases.attach')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Choose data={data} onClose={() => setOpen(false)} />
      </Window>
    </div>
  );
}

/** The form in which a person ticks evidence, of the case's customer first. */
function Choose({ data, onClose }: { data: Case; onClose: () => void }): ReactNode {
  const { id } = data;
  const { data: me } = useMe();
  const [kind, setKind] = useState<Attachable | 'id'>('hit');
  const [customer, setCustomer] = useState(data.subjectId);
  const [typed, setTyped] = useState('');
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const ids = kind === 'id' ? typed.split(/\s+/).filter((one) => one !== '') : ticked;
  const attached = useChange(
    () => api.cases.addItems({ id, body: { ids: [...ids] } }),
    [['case', { id }], ['cases']],
    onClose,
  );
  const kinds = KINDS.filter(({ scope }) => me && mayRead(me, scope)).map((one) => one.kind);
  return (
    <Form
      sending={attached}
      save={t('attach.do', { count: ids.length })}
      isReady={ids.length > 0}
      onCancel={onClose}
    >
      <Choice
        label={t('attach.kind')}
        options={[...kinds, 'id' as const].map((one) => ({ id: one, text: t(`attach.${one}`) }))}
        value={kind}
        onChange={(one) => {
          setKind(one);
          setTicked([]);
        }}
      />
      {kind === 'id' ? (
        <Field label={t('attach.ids')} value={typed} onChange={setTyped} />
      ) : (
        <>
          {kind !== 'thread' && (
            <Field label={t('attach.customer')} value={customer} onChange={setCustomer} />
          )}
          <Found
            kind={kind}
            customer={customer.trim()}
            held={data.items.map((item) => item.id)}
            ticked={ticked}
            onTick={setTicked}
          />
        </>
      )}
    </Form>
  );
}

/** The evidence that is not in the case, to tick. */
function Found({
  kind,
  customer,
  held,
  ticked,
  onTick,
}: {
  kind: Attachable;
  customer: string;
  held: readonly string[];
  ticked: readonly string[];
  onTick: (ids: string[]) => void;
}): ReactNode {
  const query = useQuery(itemsToAttach(kind, customer));
  return (
    <One query={query}>
      {({ items, isWhole }) => {
        const found = items.filter((item) => !held.includes(item.id));
        const texts = new Map(found.map(({ id, text }) => [id, text]));
        if (found.length === 0) return <p className="quiet">{t('attach.none')}</p>;
        return (
          <>
            <Checks
              label={t('attach.found')}
              options={[...texts.keys()]}
              value={ticked}
              onChange={onTick}
              textOf={(one) => texts.get(one)!}
            />
            {!isWhole && <p className="small quiet">{t('attach.first', { count: MAX_FOUND })}</p>}
          </>
        );
      }}
    </One>
  );
}
