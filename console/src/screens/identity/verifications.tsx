import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useAddress, valueIn } from '../../data/address.ts';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { DayPlots } from '../../parts/day-plots.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Later, later } from '../../parts/later.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { StateChoice } from '../../parts/state-choice.tsx';
import { VERIFICATIONS_BY_DAY, verificationsWith } from '../../queries/identity.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/identity.ts';
import { COLUMNS } from './columns.tsx';
import { Verify } from './verify.tsx';

const ConsentSettings = later(async () => (await import('./consent-settings.tsx')).ConsentSettings);

type Counts = Operations['countIdentityVerificationsByDay']['data'];
type Status = NonNullable<Operations['listIdentityVerifications']['input']['status']>;

const STATUSES: readonly Status[] = ['verified', 'failed', 'provider_down'];

/** The verifications of the last 30 days by outcome, if there are any. */
function ByDay({ data }: { data: Counts | undefined }): ReactNode {
  const isEmpty = data?.days.every((day) => day.verified + day.failed + day.providerDown === 0);
  if (!data || isEmpty) return null;
  return (
    <DayPlots
      days={data.days.map(({ day }) => day)}
      rows={data.days}
      series={[
        ['verified', t('verifications.verified')],
        ['failed', t('verifications.failed')],
        ['providerDown', t('verifications.providerDown')],
      ]}
    />
  );
}

/** The button for the kinds that require a consent. */
function Consent(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PlainButton onPress={() => setOpen(true)}>{t('consent.title')}</PlainButton>
      <Window title={t('consent.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense>
          <ConsentSettings onClose={() => setOpen(false)} />
        </Suspense>
      </Window>
    </>
  );
}

/** The verifications of people, newest first. The console shows only the labels of providers. */
export function Verifications(): ReactNode {
  const [address, show] = useAddress(['status']);
  const status = valueIn(STATUSES, address.status);
  const mayCreate = useMayChange('identity:verify');
  const mayManage = useMayChange('identity:manage');
  const list = useList(verificationsWith(status ? { status } : {}));
  const counts = useQuery(VERIFICATIONS_BY_DAY);
  // The plots are above the rows, so that both appear together.
  if (counts.isPending)
    return (
      <div className="stack">
        <h1>{t('verifications.title')}</h1>
        <Later />
      </div>
    );
  return (
    <ListScreen
      title={t('verifications.title')}
      columns={COLUMNS}
      list={list}
      empty={t(status ? 'app.noneFits' : 'verifications.empty')}
      create={
        mayCreate && {
          text: t('verify.title'),
          form: (onClose) => <Verify onCancel={onClose} />,
        }
      }
      filters={
        <>
          <StateChoice
            label={t('verifications.status')}
            all={t('cases.all')}
            states={STATUSES}
            textOf={wordsOf}
            value={status}
            onChange={(one) => show({ status: one ?? '' })}
          />
          {mayManage && <Consent />}
        </>
      }
    >
      <ByDay data={counts.data} />
    </ListScreen>
  );
}
