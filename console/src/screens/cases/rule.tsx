import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Checks } from '../../parts/checks.tsx';
import { Choice, all } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { One } from '../../parts/problem.tsx';
import { CASE_SETTINGS } from '../../queries/cases.ts';
import { MEMBERS } from '../../queries/session.ts';
import { kindText } from '../../texts/text.ts';
import { t } from '../../texts/screens/case-labels.ts';

type Settings = Operations['getCaseSettings']['data'];
type Body = Operations['updateCaseSettings']['input']['body'];
type Kind = NonNullable<Body['listKinds']>[number];
type Role = NonNullable<Body['assigneeRole']>;

const KINDS = all<Kind>({
  sanctions: true,
  pep: true,
  adverse_media: true,
  tenant_blocklist: true,
});

const NO_ASSIGNEE = '';
/** The roles that can decide cases, most specific first. */
const ROLES: readonly Role[] = ['analyst', 'reviewer', 'approver', 'admin'];

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
  const { data: members = [] } = useQuery(MEMBERS);
  const assigned = data.assignee ?? data.assigneeRole ?? NO_ASSIGNEE;
  const [to, setTo] = useState<string>(assigned);
  const role = ROLES.find((one) => one === to) ?? null;
  // A former member stays until a person chooses another assignee.
  const isUnknown = role === null && to !== NO_ASSIGNEE && !members.some(({ id }) => id === to);
  const saved = useChange(
    () =>
      api.cases.updateSettings({
        body: {
          listKinds: [...kinds],
          minScore: Number(score),
          ...(to !== assigned && {
            assignee: role === null && to !== NO_ASSIGNEE ? to : null,
            assigneeRole: role,
          }),
        },
      }),
    [['case settings']],
    onClose,
  );
  return (
    <Form sending={saved} isReady={score.trim() !== ''} onCancel={onClose}>
      <p>{t('rule.why')}</p>
      <Checks
        label={t('rule.kinds')}
        options={KINDS}
        value={kinds}
        onChange={setKinds}
        textOf={kindText}
      />
      <Field label={t('rule.score')} type="number" value={score} onChange={setScore} />
      <Choice
        label={t('rule.assign')}
        options={[
          { id: NO_ASSIGNEE, text: t('rule.noAssignee') },
          ...ROLES.map((one) => ({ id: one as string, text: t('rule.inTurn', { role: one }) })),
          ...members,
          ...(isUnknown ? [{ id: to, text: to }] : []),
        ]}
        value={to}
        onChange={setTo}
      />
    </Form>
  );
}
