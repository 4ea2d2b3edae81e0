import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { all } from '../../parts/choice.tsx';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Checks } from '../../parts/checks.tsx';
import { Form } from '../../parts/form.tsx';
import { One } from '../../parts/problem.tsx';
import { IDENTITY_SETTINGS } from '../../queries/identity.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/identity.ts';

type Settings = Operations['getIdentitySettings']['data'];
type Body = Operations['updateIdentitySettings']['input']['body'];
type Kind = NonNullable<Body['consentKinds']>[number];

const KINDS = all<Kind>({ bvn: true, nin: true, liveness: true, face_match: true, account: true });

/** The form for the kinds of verification that require a consent. */
export function ConsentSettings({ onClose }: { onClose: () => void }): ReactNode {
  const settings = useQuery(IDENTITY_SETTINGS);
  return <One query={settings}>{(data) => <Loaded data={data} onClose={onClose} />}</One>;
}

function Loaded({ data, onClose }: { data: Settings; onClose: () => void }): ReactNode {
  const [kinds, setKinds] = useState<readonly Kind[]>(() =>
    KINDS.filter((kind) => data.consentKinds.includes(kind)),
  );
  const saved = useChange(
    () => api.identity.updateSettings({ body: { consentKinds: [...kinds] } }),
    [['identity settings']],
    onClose,
  );
  return (
    <Form sending={saved} onCancel={onClose}>
      <p>{t('consent.why')}</p>
      <Checks
        label={t('consent.kinds')}
        options={KINDS}
        value={kinds}
        onChange={setKinds}
        textOf={wordsOf}
      />
    </Form>
  );
}
