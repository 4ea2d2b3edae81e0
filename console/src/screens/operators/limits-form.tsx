import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Check, Checks } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Problem } from '../../parts/problem.tsx';
import { exportSettingsOf } from '../../queries/operators.ts';
import { t } from '../../texts/screens/operators.ts';

type Settings = Operations['getExportSettings']['data'];

const FORMATS = ['csv', 'json'] as const;

/** The form for the limits of an organization's exports. */
export function LimitsForm({ id, onDone }: { id: string; onDone: () => void }): ReactNode {
  const query = useQuery(exportSettingsOf(id));
  if (query.isError) return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <span className="skeleton" />;
  return <Fields settings={query.data} onDone={onDone} />;
}

function Fields({ settings, onDone }: { settings: Settings; onDone: () => void }): ReactNode {
  const [enabled, setEnabled] = useState(settings.enabled);
  const [allowedFormats, setFormats] = useState(
    FORMATS.filter((format) => settings.allowedFormats.includes(format)),
  );
  const [rows, setRows] = useState(String(settings.maxRowsPerExport));
  const [days, setDays] = useState(String(settings.retentionDays));
  const changed = useChange(
    () =>
      api.administration.updateExportSettings({
        id: settings.organizationId,
        body: {
          enabled,
          allowedFormats,
          maxRowsPerExport: Number(rows),
          retentionDays: Number(days),
        },
      }),
    [],
    onDone,
  );
  return (
    <Form sending={changed} onCancel={onDone} isReady={allowedFormats.length > 0}>
      <Check label={t('limits.enabled')} isSelected={enabled} onChange={setEnabled} />
      <Checks
        label={t('limits.formats')}
        options={FORMATS}
        value={allowedFormats}
        onChange={setFormats}
      />
      <Field label={t('limits.rows')} type="number" value={rows} onChange={setRows} isRequired />
      <Field label={t('limits.days')} type="number" value={days} onChange={setDays} isRequired />
      <p className="small quiet">{t('limits.when')}</p>
    </Form>
  );
}
