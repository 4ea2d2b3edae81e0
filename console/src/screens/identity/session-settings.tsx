import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { One } from '../../parts/problem.tsx';
import { SESSION_SETTINGS } from '../../queries/identity.ts';
import { t } from '../../texts/screens/verification-sessions.ts';

type Settings = Operations['getIdentitySessionSettings']['data'];

/** The form for the addresses to which sessions may return. */
export function SessionSettings({ onClose }: { onClose: () => void }): ReactNode {
  const settings = useQuery(SESSION_SETTINGS);
  return <One query={settings}>{(data) => <Loaded data={data} onClose={onClose} />}</One>;
}

function Loaded({ data, onClose }: { data: Settings; onClose: () => void }): ReactNode {
  const [text, setText] = useState(() => data.returnUrls.join('\n'));
  const saved = useChange(
    () => {
      const returnUrls = text.split('\n').flatMap((line) => line.trim() || []);
      return api.identity.updateSessionSettings({ body: { returnUrls } });
    },
    [['session settings']],
    onClose,
  );
  return (
    <Form sending={saved} onCancel={onClose}>
      <p>{t('vsessions.settingsWhy')}</p>
      <Field label={t('vsessions.addresses')} value={text} onChange={setText} lines />
    </Form>
  );
}
