import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { moneyText } from '../../texts/text.ts';
import { documentText, t } from '../../texts/screens/money.ts';

type Invoice = Operations['listInvoices']['data']['items'][number];

const COLUMNS: Column<Invoice>[] = [
  {
    id: 'number',
    title: t('invoices.number'),
    cell: ({ id, number }) => (
      <Link to="/invoices/$id" params={{ id }}>
        {number}
      </Link>
    ),
  },
  { id: 'type', title: t('lists.kind'), cell: ({ type }) => documentText(type) },
  { id: 'month', title: t('invoices.month'), cell: ({ month }) => month },
  { id: 'issued', title: t('invoices.issued'), cell: ({ issuedAt }) => <Time at={issuedAt} /> },
  {
    id: 'total',
    title: t('invoices.total'),
    isNumber: true,
    cell: ({ total, currency }) => moneyText(total, currency),
  },
];

/** The organization's invoices, credit notes and debit notes. */
export function Invoices(): ReactNode {
  const list = useList<Invoice>(
    ['invoices'],
    ({ id }) => id,
    (place, signal) => api.invoices.list({ limit: 100, ...place }, { signal }),
  );
  return (
    <div className="stack">
      <h1>{t('invoices.title')}</h1>
      <Table
        label={t('invoices.title')}
        columns={COLUMNS}
        list={list}
        empty={t('invoices.empty')}
      />
    </div>
  );
}
