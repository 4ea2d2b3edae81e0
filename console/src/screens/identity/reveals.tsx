import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Person } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { revealsWith } from '../../queries/identity.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/identity.ts';
import { RevealForm } from './reveal-form.tsx';

type Reveal = Operations['listIdentityReveals']['data']['items'][number];

const COLUMNS: Column<Reveal>[] = [
  { id: 'at', title: t('reveal.at'), cell: ({ revealedAt }) => <Time at={revealedAt} /> },
  { id: 'by', title: t('reveal.by'), cell: ({ revealedBy }) => <Person id={revealedBy} /> },
  { id: 'code', title: t('reveal.code'), cell: ({ reasonCode }) => wordsOf(reasonCode) },
  {
    id: 'reason',
    title: t('reveal.reason'),
    cell: ({ reason }) => (reason === null ? '–' : <Foreign text={reason} />),
  },
];

/** Who saw the answer of a verification, and for those who may the button that shows it. */
export function Reveals({ id, isStored }: { id: string; isStored: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayReveal = useMayChange('identity:reveal');
  return (
    <>
      {mayReveal && isStored && (
        <div className="toolbar no-print">
          <PlainButton onPress={() => setOpen(true)}>{t('reveal.title')}</PlainButton>
        </div>
      )}
      <ListSection
        title={t('reveal.list')}
        columns={COLUMNS}
        list={useList(revealsWith(id))}
        empty={t('reveal.empty')}
      />
      {isOpen && <RevealForm id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
