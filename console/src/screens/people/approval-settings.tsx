import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange, needsSecondPerson } from '../../data/change.ts';
import { all } from '../../parts/choice.tsx';
import { api } from '../../data/client.ts';
import { useMayChange } from '../../data/me.ts';
import { Check, Checks } from '../../parts/checks.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { One } from '../../parts/problem.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { APPROVAL_SETTINGS, REASONS, type Reasons } from '../../queries/approvals.ts';
import { actionText } from '../../texts/screens/audit-actions.ts';
import { t } from '../../texts/screens/approvals.ts';
import { GuardWarning } from './guard-warning.tsx';
import './approval-settings.css';

type Settings = Operations['getApprovalSettings']['data'];

type Change = Required<Operations['updateApprovalSettings']['input']['body']>;

const ACTIONS = all<Change['actions'][number]>({
  'hit.false_positive': true,
  'list.remove_entries': true,
  'dead_letter.replay': true,
  'member.change_roles': true,
  'verification.reveal': true,
  'legal_hold.lift': true,
});

/** Actions that the audit log has in the past tense. */
const PRESENT: Partial<Record<string, string>> = {
  'dead_letter.replay': t('settings.replay'),
  'verification.reveal': t('settings.reveal'),
  'legal_hold.lift': t('settings.lift'),
};

function textOf(action: string): string {
  return PRESENT[action] ?? actionText(action) ?? action;
}

/** The settings of approvals, and of the reasons of decisions. */
export function ApprovalSettings(): ReactNode {
  const mayEdit = useMayChange('approvals:manage');
  const [OfPeople, OfCodes] = mayEdit ? [People, Codes] : [ShownPeople, ShownCodes];
  return (
    <div className="stack">
      <h1>{t('approvalSettings.title')}</h1>
      <One query={useQuery(APPROVAL_SETTINGS)}>{(data) => <OfPeople settings={data} />}</One>
      <One query={useQuery(REASONS)}>{(data) => <OfCodes reasons={data} />}</One>
    </div>
  );
}

/** The actions that need two people, for a person who may not change them. */
function ShownPeople({ settings }: { settings: Settings }): ReactNode {
  const actions = settings.actions.map(textOf);
  return (
    <section className="panel stack-close">
      <h2>{t('settings.second')}</h2>
      <GuardWarning />
      <Facts
        rows={[
          [t('settings.people'), actions.join(', ') || '–'],
          [t('settings.hours'), settings.expiresHours],
        ]}
      />
    </section>
  );
}

/** The codes of reasons, for a person who may not change them. */
function ShownCodes({ reasons }: { reasons: Reasons }): ReactNode {
  return (
    <section className="panel stack-close">
      <h2>{t('settings.codes')}</h2>
      <Facts
        rows={[
          ...reasons.codes.map(({ reasonCode, text }): [string, ReactNode] => [reasonCode, text]),
          ...(reasons.required
            ? [[t('settings.textFrom'), reasons.textFrom] as [string, ReactNode]]
            : []),
        ]}
      />
    </section>
  );
}

/** Changes which actions need two people, or asks a second person for the change. */
async function save({ organizationId, ...before }: Settings, after: Change) {
  try {
    return await api.approvals.updateSettings({ body: after });
  } catch (error) {
    if (!needsSecondPerson(error)) throw error;
    const { expiresHours } = after;
    await api.approvals.request({
      body: {
        action: 'approval_settings.lower',
        objectId: organizationId,
        detail: {
          actions: after.actions.toSorted(),
          ...(expiresHours !== before.expiresHours && { expiresHours }),
        },
      },
    });
    throw error;
  }
}

function People({ settings }: { settings: Settings }): ReactNode {
  const [actions, setActions] = useState(() =>
    ACTIONS.filter((action) => settings.actions.includes(action)),
  );
  const [hours, setHours] = useState(String(settings.expiresHours));
  const changed = useChange(
    () => save(settings, { actions, expiresHours: Number(hours) }),
    [['approval settings'], ['approvals'], ['waiting requests']],
  );
  return (
    <section className="panel stack-close">
      <h2>{t('settings.second')}</h2>
      <GuardWarning />
      <InlineForm
        sending={changed}
        save={t('app.save')}
        isPrimary
        lines
        errorText={needsSecondPerson(changed.error) ? t('settings.lower') : undefined}
      >
        <Checks
          label={t('settings.people')}
          options={ACTIONS}
          value={actions}
          onChange={setActions}
          textOf={textOf}
          noteOf={(action) => action}
        />
        <Field
          label={t('settings.hours')}
          type="number"
          value={hours}
          onChange={setHours}
          isRequired
        />
      </InlineForm>
      <p role="status">{changed.isSuccess && t('settings.saved')}</p>
    </section>
  );
}

function Codes({ reasons }: { reasons: Reasons }): ReactNode {
  const [codes, setCodes] = useState(() => reasons.codes.map((code, key) => ({ ...code, key })));
  const [required, setRequired] = useState(reasons.required);
  const [textFrom, setTextFrom] = useState(String(reasons.textFrom));
  // The change applies to the list as it was when the person began.
  const [etag, setEtag] = useState(reasons.etag);
  const changed = useChange(
    () =>
      api.approvals
        .updateReasons(
          {
            body: {
              codes: codes.map(({ reasonCode, text }) => ({ reasonCode, text })),
              required,
              textFrom: Number(textFrom),
            },
          },
          { ifMatch: etag },
        )
        .withResponse(),
    [['reasons']],
    (answer) => setEtag(answer.etag),
  );
  const set = (key: number, change: object): void =>
    setCodes(codes.map((code) => (code.key === key ? { ...code, ...change } : code)));
  return (
    <section className="panel stack-close">
      <h2>{t('settings.codes')}</h2>
      <p className="small quiet">{t('settings.codesHow')}</p>
      <InlineForm sending={changed} save={t('app.save')} isPrimary lines>
        <div className="codes-row" aria-hidden="true">
          <span className="field-label">{t('settings.codeColumn')}</span>
          <span className="field-label">{t('settings.textColumn')}</span>
        </div>
        {codes.map(({ key, reasonCode, text }, i) => (
          <div key={key} className="codes-row">
            <Field
              label={t('settings.code', { number: i + 1 })}
              hidesLabel
              value={reasonCode}
              onChange={(value) => set(key, { reasonCode: value })}
              isRequired
            />
            <Field
              label={t('settings.text', { number: i + 1 })}
              hidesLabel
              value={text}
              onChange={(value) => set(key, { text: value })}
              isRequired
            />
            <PlainButton
              look="quiet"
              aria-label={t('settings.remove', { number: i + 1 })}
              isDisabled={codes.length === 1}
              onPress={() => setCodes(codes.filter((code) => code.key !== key))}
            >
              {t('settings.removeOne')}
            </PlainButton>
          </div>
        ))}
        <div>
          <PlainButton
            onPress={() => {
              const key = Math.max(...codes.map((code) => code.key)) + 1;
              setCodes([...codes, { key, reasonCode: '', text: '' }]);
            }}
          >
            {t('settings.add')}
          </PlainButton>
        </div>
        <Check label={t('settings.required')} isSelected={required} onChange={setRequired} />
        <Field
          label={t('settings.textFrom')}
          type="number"
          value={textFrom}
          onChange={setTextFrom}
          isRequired
        />
      </InlineForm>
      <p role="status">{changed.isSuccess && t('settings.saved')}</p>
    </section>
  );
}
