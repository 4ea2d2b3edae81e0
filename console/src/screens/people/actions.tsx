import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useAddress } from '../../data/address.ts';
import { useList } from '../../data/list.ts';
import { ActionName } from '../../parts/action.tsx';
import { Field } from '../../parts/field.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { auditOf, type AuditFilters } from '../../queries/people.ts';
import { t } from '../../texts/screens/actions.ts';
import { wordsOf } from '../../texts/text.ts';

type Action = Operations['listAuditActions']['data']['items'][number];

function valuesText(value: unknown): string {
  return value === null || value === undefined ? '–' : JSON.stringify(value);
}

export const COLUMNS: Column<Action>[] = [
  { id: 'at', title: t('audit.at'), width: 13, cell: ({ at }) => <Time at={at} exact /> },
  {
    id: 'actor',
    title: t('audit.actor'),
    cell: ({ actor }) => (
      <>
        <span className="quiet">{wordsOf(actor.kind)}</span> <IdLink id={actor.id} />
      </>
    ),
  },
  { id: 'action', title: t('audit.action'), cell: ({ action }) => <ActionName action={action} /> },
  {
    id: 'object',
    title: t('audit.object'),
    cell: ({ action, objectId }) =>
      objectId === null ? '–' : <IdLink id={objectId} isCustomer={action.startsWith('subject.')} />,
  },
  {
    id: 'change',
    title: t('audit.change'),
    cell: ({ before, after }) =>
      (before ?? after ?? null) === null ? (
        '–'
      ) : (
        <details>
          <summary>{t('audit.change')}</summary>
          <pre>{valuesText(before)}</pre>
          <pre>{valuesText(after)}</pre>
        </details>
      ),
  },
  {
    id: 'from',
    title: t('audit.request'),
    cell: ({ address, requestId }) => (
      <>
        {requestId === null ? '–' : <span className="code">{requestId}</span>}
        {address !== null && (
          <div className="quiet">
            {t('audit.from')} {address}
          </div>
        )}
      </>
    ),
  },
];

type Log = {
  title: string;
  log: Parameters<typeof auditOf>[0];
  read: Parameters<typeof auditOf>[1];
  /** Shown between the title and the rows. */
  children?: ReactNode;
};

const FILTERS = ['actor', 'action', 'object'] as const;

/** The actions of an audit log, newest first, with the filters of the address. */
export function Actions({ title, log, read, children }: Log): ReactNode {
  const [filters, setFilters] = useAddress(FILTERS);
  const [typed, setTyped] = useState<AuditFilters>({});
  return (
    <ListScreen
      title={title}
      columns={COLUMNS}
      list={useList(auditOf(log, read, filters))}
      empty={t(Object.keys(filters).length === 0 ? 'audit.empty' : 'app.noneFits')}
    >
      {children}
      <FilterForm
        onFilter={() => {
          setTyped({});
          setFilters({ ...filters, ...typed });
        }}
      >
        {FILTERS.map((field) => (
          <Field
            key={field}
            label={t(`audit.${field}`)}
            placeholder={t(`audit.${field}Example`)}
            value={typed[field] ?? filters[field] ?? ''}
            onChange={(value) => setTyped({ ...typed, [field]: value.trim() })}
          />
        ))}
      </FilterForm>
    </ListScreen>
  );
}
