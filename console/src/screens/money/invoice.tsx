import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wholeList } from '../../data/whole.ts';
import { Facts } from '../../parts/facts.tsx';
import { One } from '../../parts/problem.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { invoiceWith } from '../../queries/money.ts';
import { exactText, moneyText } from '../../texts/amounts.ts';
import { documentText, t } from '../../texts/screens/money.ts';

/** An invoice or a note, line by line, as the API has it. */
export function InvoiceScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(invoiceWith(id));
  return (
    <One query={query}>
      {(data) => (
        <article className="stack">
          <div className="head">
            <h1>
              {documentText(data.type)} {data.number}
            </h1>
            <PrintButton />
          </div>
          <div className="panel">
            <Facts
              rows={[
                [t('invoices.month'), data.month],
                [
                  t('invoices.period'),
                  <span key="period">
                    <Time at={data.startsAt} /> {t('exports.until')} <Time at={data.endsAt} />
                  </span>,
                ],
                [t('invoices.zone'), data.timeZone],
                [t('invoices.total'), moneyText(data.total, data.currency)],
                [t('invoices.issued'), <Time key="at" at={data.issuedAt} />],
                [
                  t('invoices.corrects'),
                  data.corrects && (
                    <Link key="corrects" to="/invoices/$id" params={{ id: data.corrects }}>
                      {data.corrects}
                    </Link>
                  ),
                ],
                [t('invoices.reason'), data.reason],
              ]}
            />
          </div>
          <Table
            label={t('invoices.lines')}
            columns={[
              { id: 'service', title: t('usage.service'), cell: ({ service }) => service },
              { id: 'metric', title: t('usage.metric'), cell: ({ metric }) => metric },
              {
                id: 'quantity',
                title: t('usage.quantity'),
                isNumber: true,
                cell: ({ quantity }) => exactText(quantity),
              },
              {
                id: 'amount',
                title: t('invoices.amount'),
                isNumber: true,
                cell: ({ amount }) => moneyText(amount, data.currency),
              },
            ]}
            list={wholeList(
              query,
              ({ lines }) => lines,
              ({ service, metric }) => `${service} ${metric}`,
            )}
            empty={t('invoices.noLines')}
          />
        </article>
      )}
    </One>
  );
}
