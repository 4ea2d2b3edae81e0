import { useState, type ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { t } from '../../texts/screens/people.ts';
import { linesOf } from './group-lines.ts';
import { IssuerCheck } from './issuer-check.tsx';
import { IssuerForm, ShowAddresses, type Issuer } from './issuer-form.tsx';

const COLUMNS: Column<Issuer>[] = [
  { id: 'name', title: t('issuers.name'), cell: ({ name }) => <Foreign text={name} /> },
  { id: 'issuer', title: t('issuers.issuer'), cell: ({ issuer }) => <Foreign text={issuer} /> },
  {
    id: 'groups',
    title: t('issuers.groupRoles'),
    cell: ({ groupRoles }) => {
      const lines = linesOf(groupRoles);
      if (lines.length === 0) return '–';
      return lines.map((line) => (
        <div key={line}>
          <Foreign text={line} />
        </div>
      ));
    },
  },
];
type Doing =
  | { what: 'new' }
  | { what: 'addresses' | 'check' | 'change' | 'remove'; issuer: Issuer };

/** Where the people of the organization sign in. */
export function Issuers({ mayEdit }: { mayEdit: boolean }): ReactNode {
  const [doing, setDoing] = useState<Doing>();
  const list = useList<Issuer>(
    ['issuers'],
    ({ id }) => id,
    (place, signal) => api.signIn.listIssuers({ limit: 100, ...place }, { signal }),
  );
  const stop = (): void => setDoing(undefined);
  const columns: Column<Issuer>[] = [
    ...COLUMNS,
    {
      id: 'actions',
      title: t('app.actions'),
      width: 24,
      cell: (issuer) => (
        <RowActions
          id={issuer.id}
          actions={
            mayEdit
              ? (['addresses', 'check', 'change', 'remove'] as const)
              : (['addresses', 'check'] as const)
          }
          textOf={(what) => t(`issuers.${what}`)}
          onPress={(what) => setDoing({ what, issuer })}
        />
      ),
    },
  ];
  return (
    <section className="stack-close">
      <div className="head">
        <h2>{t('issuers.title')}</h2>
        {mayEdit && (
          <PlainButton onPress={() => setDoing({ what: 'new' })}>{t('issuers.new')}</PlainButton>
        )}
      </div>
      <Table label={t('issuers.title')} columns={columns} list={list} empty={t('issuers.empty')} />
      {doing?.what === 'new' && <IssuerForm onClose={stop} />}
      {doing?.what === 'check' && <IssuerCheck issuer={doing.issuer} onClose={stop} />}
      {doing?.what === 'change' && <IssuerForm issuer={doing.issuer} onClose={stop} />}
      {doing?.what === 'addresses' && <ShowAddresses issuer={doing.issuer} onClose={stop} />}
      {doing?.what === 'remove' && (
        <Confirm
          title={t('issuers.remove')}
          text={
            <>
              <Foreign text={doing.issuer.name} />: {t('issuers.removeWhy')}
            </>
          }
          run={() => api.signIn.removeIssuer({ id: doing.issuer.id })}
          stale={[['issuers']]}
          onClose={stop}
        />
      )}
    </section>
  );
}
