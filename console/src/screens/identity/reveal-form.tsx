import { useMemo, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { changeOrAsk, useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice, all } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/identity.ts';
import { imageIn, MarkedImage } from './marked-image.tsx';
import { SENTENCE } from '../review/given.ts';
import { wordsOf } from '../../texts/text.ts';

/** The code of the reason for which a person sees decrypted data. */
export type Purpose = Operations['revealIdentityVerification']['input']['body']['reasonCode'];

export const PURPOSES = all<Purpose>({
  customer_request: true,
  dispute: true,
  fraud_investigation: true,
  legal_request: true,
  quality_check: true,
  other: true,
}).map((id) => ({ id, text: wordsOf(id) }));

type Revealed = Operations['revealIdentityVerification']['data'];

type Leaf = [path: string, value: string];

/** Returns each value of an answer with the names that lead to it. */
function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, path === '' ? name : `${path}.${name}`),
  );
}

function Answer({ revealed }: { revealed: Revealed }): ReactNode {
  const rows = useMemo(
    () =>
      leavesOf(revealed.answer).map(([path, value]): [string, ReactNode] => {
        const bytes = imageIn(value);
        const shown = bytes ? (
          <MarkedImage bytes={bytes} at={revealed.revealedAt} />
        ) : (
          <Foreign text={value} />
        );
        return [path === '' ? t('reveal.answer') : path, shown];
      }),
    [revealed],
  );
  return <Facts rows={rows} />;
}

/** Reveals the answer of a provider, or asks a second person to. */
function revealOrAsk(id: string, body: { reasonCode: Purpose; reason: string }) {
  const { reason } = body;
  return changeOrAsk(
    () => api.identity.revealVerification({ id, body }),
    () => api.approvals.request({ body: { action: 'verification.reveal', objectId: id, reason } }),
  );
}

/** The window that asks for the reason, and then shows the decrypted answer of a provider. */
export function RevealForm({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const [reasonCode, setCode] = useState<Purpose>(PURPOSES[0]!.id);
  const [reason, setReason] = useState('');
  const revealed = useChange(
    () => revealOrAsk(id, { reasonCode, reason }),
    [['reveals'], ['approvals']],
  );
  return (
    <Window title={t('reveal.title')} isOpen onClose={onClose}>
      {revealed.data ? (
        <div className="stack">
          {revealed.data === 'asked' ? (
            <p role="status">{t('reveal.asked')}</p>
          ) : (
            <>
              <p className="small quiet">{t('reveal.shown')}</p>
              <Answer revealed={revealed.data} />
            </>
          )}
          <div className="toolbar">
            <PlainButton onPress={onClose}>{t('app.close')}</PlainButton>
          </div>
        </div>
      ) : (
        <Form
          sending={revealed}
          save={t('reveal.do')}
          isReady={reason.trim().length >= SENTENCE}
          onCancel={onClose}
        >
          <p>{t('reveal.why')}</p>
          <Choice
            label={t('reveal.code')}
            options={PURPOSES}
            value={reasonCode}
            onChange={setCode}
          />
          <Field
            label={t('reveal.reason')}
            value={reason}
            onChange={setReason}
            lines
            isRequired
            note={t('reveal.sentence')}
          />
        </Form>
      )}
    </Window>
  );
}
