import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Table } from '../../parts/table.tsx';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/identity.ts';
import { ByDay } from './by-day.tsx';
import { COLUMNS, type Verification } from './columns.tsx';
import { Verify } from './verify.tsx';

type Status = NonNullable<Operations['listIdentityVerifications']['input']['status']>;

const ALL = 'all';
const STATUSES: readonly Status[] = ['verified', 'failed', 'provider_down'];
const OPTIONS = ([ALL, ...STATUSES] as const).map((id) => {
  return { id, text: id === ALL ? t('cases.all') : wordsOf(id) };
});

/** The verifications of people, newest first. Providers are shown by their labels alone. */
export function Verifications(): ReactNode {
  const [status, setStatus] = useState<Status | typeof ALL>(ALL);
  const { data: me } = useMe();
  const [isVerifying, setVerifying] = useState(false);
  const list = useList<Verification>(
    ['verifications', status],
    ({ verificationId }) => verificationId,
    (place, signal) =>
      api.identity.listVerifications(
        { limit: 100, ...(status !== ALL && { status }), ...place },
        { signal },
      ),
  );
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('verifications.title')}</h1>
        {me && mayChange(me, 'identity:verify') && (
          <PlainButton look="primary" onPress={() => setVerifying(true)}>
            {t('verify.title')}
          </PlainButton>
        )}
      </div>
      <ByDay />
      <div className="toolbar">
        <Choice
          label={t('verifications.status')}
          options={OPTIONS}
          value={status}
          onChange={setStatus}
        />
      </div>
      <Table
        label={t('verifications.title')}
        columns={COLUMNS}
        list={list}
        empty={t(status === ALL ? 'verifications.empty' : 'app.noneFits')}
      />
      <Window title={t('verify.title')} isOpen={isVerifying} onClose={() => setVerifying(false)}>
        <Verify onCancel={() => setVerifying(false)} />
      </Window>
    </div>
  );
}
