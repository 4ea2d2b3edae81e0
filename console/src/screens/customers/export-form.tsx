import { useState, type ReactNode } from 'react';
import { OrikiError, type Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange, changeOrAsk } from '../../data/change.ts';
import { api, headersOf } from '../../data/client.ts';
import { PREFIX } from '../../data/prefix.ts';
import { saveText } from '../../data/transfer.ts';
import { Choice } from '../../parts/choice.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/customers.ts';
import { PURPOSES, type Purpose } from '../identity/reveal-form.tsx';

type Input = Operations['exportSubject']['input'];
type Format = NonNullable<Input['format']>;

const FORMAT_OPTIONS: { id: Format; text: string }[] = [
  { id: 'html', text: t('export.html') },
  { id: 'json', text: t('export.json') },
];

/** Reads the document as a file, so that the browser can keep a long one on disk. @throws OrikiError */
async function readDocument(subjectId: string, asked: Pick<Input, 'format' | 'reasonCode'>) {
  const path = `${PREFIX}/api/v1/subjects/${encodeURIComponent(subjectId)}/export`;
  const response = await fetch(`${path}?${new URLSearchParams(asked)}`, {
    headers: headersOf({}),
    credentials: 'same-origin',
  });
  if (response.ok) return response.blob();
  const { error } = (await response.json()) as {
    error: { code: OrikiError['code']; message: string };
  };
  throw new OrikiError(error.code, error.message, {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** Exports a customer into a file, or asks a second person to. */
function exportOrAsk(subjectId: string, format: Format, reasonCode: Purpose) {
  return changeOrAsk(
    async () =>
      saveText(`${subjectId}.${format}`, await readDocument(subjectId, { format, reasonCode })),
    () => api.approvals.request({ body: { action: 'subject.export', objectId: subjectId } }),
  );
}

/** The form that exports everything that is stored about a customer. */
export function ExportForm({
  subjectId,
  onCancel,
}: {
  subjectId: string;
  onCancel: () => void;
}): ReactNode {
  const [reasonCode, setCode] = useState<Purpose>(PURPOSES[0]!.id);
  const [format, setFormat] = useState<Format>('html');
  const exported = useChange(
    () => exportOrAsk(subjectId, format, reasonCode),
    [['subject data'], ['approvals']],
    (done) => {
      if (done !== 'asked') onCancel();
    },
  );
  if (exported.data === 'asked')
    return (
      <div className="stack">
        <p role="status">{t('export.asked')}</p>
        <div className="toolbar">
          <PlainButton onPress={onCancel}>{t('app.close')}</PlainButton>
        </div>
      </div>
    );
  return (
    <Form sending={exported} save={t('export.do')} onCancel={onCancel}>
      <p>{t('export.why')}</p>
      <Choice
        label={t('export.purpose')}
        options={PURPOSES}
        value={reasonCode}
        onChange={setCode}
      />
      <Choice
        label={t('export.format')}
        options={FORMAT_OPTIONS}
        value={format}
        onChange={setFormat}
      />
    </Form>
  );
}
