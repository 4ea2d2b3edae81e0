import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { all } from '../../data/all.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Checks } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { One } from '../../parts/one.tsx';
import { CASE_SETTINGS } from '../../queries/cases.ts';
import { kindText } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';

type Settings = Operations['getCaseSettings']['data'];
type Kind = NonNullable<Operations['updateCaseSettings']['input']['body']['listKinds']>[number];

const KINDS = all<Kind>({
  sanctions: true,
  pep: true,
  adverse_media: true,
  tenant_blocklist: true,
});

/** The form for the rule that opens cases. */
export function Rule({ onClose }: { onClose: () => void }): ReactNode {
  const settings = useQuery(CASE_SETTINGS);
  return <One query={settings}>{(data) => <Loaded data={data} onClose={onClose} />}</One>;
}

function Loaded({ data, onClose }: { data: Settings; onClose: () => void }): ReactNode {
  const [kinds, setKinds] = useState<readonly Kind[]>(
    KINDS.filter((kind) => data.listKinds.includes(kind)),
  );
  const [score, setScore] = useState(String(data.minScore));
  const saved = useChange(
    () => api.cases.updateSettings({ body: { listKinds: [...kinds], minScore: Number(score) } }),
    [['case settings']],
    onClose,
  );
  return (
    <Form sending={saved} isReady={score.trim() !== ''} onCancel={onClose}>
      <p>{t('cases.ruleWhy')}</p>
      <Checks
        label={t('cases.ruleKinds')}
        options={KINDS}
        value={kinds}
        onChange={setKinds}
        textOf={kindText}
      />
      <Field label={t('cases.ruleScore')} type="number" value={score} onChange={setScore} />
    </Form>
  );
}
