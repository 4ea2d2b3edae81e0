import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { textCell } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { ISSUERS } from '../../queries/people.ts';
import { t } from '../../texts/screens/people.ts';
import { IssuerCheck } from './issuer-check.tsx';
import { Addresses, IssuerForm, type Issuer, linesOf } from './issuer-form.tsx';

const COLUMNS: Column<Issuer>[] = [
  { id: 'name', title: t('issuers.name'), cell: ({ name }) => textCell(name) },
  { id: 'issuer', title: t('issuers.issuer'), cell: ({ issuer }) => textCell(issuer) },
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

type What = 'addresses' | 'check' | 'change' | 'remove';

function open(what: What, issuer: Issuer, onClose: () => void): ReactNode {
  switch (what) {
    case 'check':
      return <IssuerCheck issuer={issuer} onClose={onClose} />;
    case 'remove':
      return (
        <Confirm
          title={t('issuers.remove')}
          name={issuer.name}
          text={t('issuers.removeWhy')}
          run={() => api.signIn.removeIssuer({ id: issuer.id })}
          stale={[['issuers']]}
          onClose={onClose}
        />
      );
    default:
      return (
        <Window title={t(`issuers.${what}`)} isOpen onClose={onClose}>
          {what === 'change' ? (
            <IssuerForm issuer={issuer} onClose={onClose} />
          ) : (
            <Addresses issuer={issuer} onClose={onClose} />
          )}
        </Window>
      );
  }
}

/** The identity providers where the people of the organization sign in. */
export function Issuers({ mayEdit }: { mayEdit: boolean }): ReactNode {
  return (
    <ListSection<Issuer, What>
      title={t('issuers.title')}
      columns={COLUMNS}
      list={useList(ISSUERS)}
      empty={t('issuers.empty')}
      create={
        mayEdit && {
          text: t('issuers.new'),
          form: (onClose) => <IssuerForm onClose={onClose} />,
        }
      }
      actions={{
        of: () => (mayEdit ? ['addresses', 'check', 'change', 'remove'] : ['addresses', 'check']),
        textOf: (what) => t(`issuers.${what}`),
        width: 24,
        open,
      }}
    />
  );
}
