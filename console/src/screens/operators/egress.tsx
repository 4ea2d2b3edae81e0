import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { wholeList } from '../../data/whole.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { EGRESS } from '../../queries/operators.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/system.ts';

type Destination = Operations['getEgress']['data']['destinations'][number];

function countText(count: number | null): string {
  return count === null ? '–' : numberText(count);
}

const COLUMNS: Column<Destination>[] = [
  { id: 'host', title: t('egress.host'), cell: ({ host }) => textCell(host) },
  { id: 'purpose', title: t('egress.purpose'), cell: ({ purpose }) => wordsOf(purpose) },
  { id: 'sends', title: t('egress.sends'), cell: ({ sends }) => sends.map(wordsOf).join(', ') },
  { id: 'source', title: t('egress.source'), cell: ({ source }) => source },
  {
    id: 'organizations',
    title: t('egress.organizations'),
    cell: ({ isForAll, organizationIds }) =>
      isForAll ? t('egress.all') : numberText(organizationIds.length),
  },
  {
    id: 'state',
    title: t('egress.state'),
    cell: ({ isAllowed }) =>
      isAllowed ? t('egress.allowed') : <Badge tone="warn">{t('egress.refused')}</Badge>,
  },
  {
    id: 'requests',
    title: t('egress.requests'),
    isNumber: true,
    cell: ({ requests }) => countText(requests),
  },
  {
    id: 'sent',
    title: t('egress.sent'),
    isNumber: true,
    cell: ({ bytesSent }) => countText(bytesSent),
  },
  {
    id: 'received',
    title: t('egress.received'),
    isNumber: true,
    cell: ({ bytesReceived }) => countText(bytesReceived),
  },
  {
    id: 'last',
    title: t('egress.last'),
    cell: ({ lastUsedAt }) => timeCell(lastUsedAt, true),
  },
];

/** The outside hosts to which data may go, and the signed report on them. */
export function Egress(): ReactNode {
  const query = useQuery(EGRESS);
  const list = wholeList(
    query,
    ({ destinations }) => destinations,
    ({ purpose, host }) => `${purpose} ${host}`,
  );
  const signed = useChange(async () => {
    const { saveText } = await import('../../data/transfer.ts');
    const report = await api.system.getSignedEgress();
    saveText(`oriki-egress-${report.madeAt}.json`, JSON.stringify(report));
  }, []);
  return (
    <>
      <h2>{t('egress.title')}</h2>
      <p className="small quiet">
        {t('egress.about')}
        {query.data && ` ${t(query.data.mode === 'open' ? 'egress.open' : 'egress.listed')}`}
      </p>
      {signed.isError && <Problem error={signed.error} />}
      <p>
        <PlainButton isDisabled={signed.isPending} onPress={() => signed.mutate()}>
          {t('egress.sign')}
        </PlainButton>
      </p>
      <Table label={t('egress.title')} columns={COLUMNS} list={list} empty={t('egress.none')} />
    </>
  );
}
