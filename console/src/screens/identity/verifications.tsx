import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { ListScreen } from '../../parts/list-screen.tsx';
import { StateChoice } from '../../parts/state-choice.tsx';
import { verificationsWith } from '../../queries/identity.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/identity.ts';
import { ByDay } from './by-day.tsx';
import { COLUMNS } from './columns.tsx';
import { Verify } from './verify.tsx';

type Status = NonNullable<Operations['listIdentityVerifications']['input']['status']>;

const STATUSES: readonly Status[] = ['verified', 'failed', 'provider_down'];

/** The verifications of people, newest first. The console shows only the labels of providers. */
export function Verifications(): ReactNode {
  const [status, setStatus] = useState<Status>();
  const mayCreate = useMayChange('identity:verify');
  return (
    <ListScreen
      title={t('verifications.title')}
      columns={COLUMNS}
      list={useList(verificationsWith(status ? { status } : {}))}
      empty={t(status ? 'app.noneFits' : 'verifications.empty')}
      create={
        mayCreate && {
          text: t('verify.title'),
          form: (onClose) => <Verify onCancel={onClose} />,
        }
      }
      filters={
        <StateChoice
          label={t('verifications.status')}
          all={t('cases.all')}
          states={STATUSES}
          textOf={wordsOf}
          value={status}
          onChange={setStatus}
        />
      }
    >
      <ByDay />
    </ListScreen>
  );
}
