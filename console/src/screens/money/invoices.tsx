import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { timeCell } from '../../parts/cells.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { INVOICES } from '../../queries/money.ts';
import { moneyText } from '../../texts/amounts.ts';
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
  { id: 'issued', title: t('invoices.issued'), cell: ({ issuedAt }) => timeCell(issuedAt) },
  {
    id: 'total',
    title: t('invoices.total'),
    isNumber: true,
    cell: ({ total, currency }) => moneyText(total, currency),
  },
];

/** The organization's invoices, credit notes and debit notes. */
export function Invoices(): ReactNode {
  return (
    <ListScreen
      title={t('invoices.title')}
      columns={COLUMNS}
      list={useList(INVOICES)}
      empty={t('invoices.empty')}
    />
  );
}
