import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { save } from '../../data/transfer.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { Name } from '../../parts/person.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/actions.ts';

type Report = Operations['verifyAuditChain']['data'];

/** The check of some millions of rows takes a minute. */
const TIMEOUT_MS = 600_000;
/** The maximum number of ids of a kind of problem that the screen shows; the file contains up to a thousand. */
const SHOWN = 10;

const OPTIONS = { timeoutMs: TIMEOUT_MS, totalTimeoutMs: TIMEOUT_MS };

/** The check of the chain of hashes over the organization's log. */
export function Chain(): ReactNode {
  return <Check run={() => api.audit.verifyOwnChain(OPTIONS)} />;
}

/** The same for the log of any organization, for operators. */
export function ChainOfAny(): ReactNode {
  const [organizationId, setOrganizationId] = useState('');
  const input = organizationId === '' ? {} : { organizationId };
  return (
    <Check run={() => api.audit.verifyChain(input, OPTIONS)}>
      <Field
        label={t('chain.organization')}
        value={organizationId}
        onChange={(value) => setOrganizationId(value.trim())}
      />
    </Check>
  );
}

function Check({
  run,
  children,
}: {
  run: () => Promise<Report>;
  /** Fields that choose the log. */
  children?: ReactNode;
}): ReactNode {
  const checked = useChange(run, []);
  return (
    <details>
      <summary>{t('chain.title')}</summary>
      <section className="panel stack" aria-label={t('chain.title')}>
        <p className="small quiet">{t('chain.what')}</p>
        <InlineForm sending={checked} save={t('chain.check')}>
          {children}
        </InlineForm>
        <div role="status">{checked.data && <Found report={checked.data} />}</div>
      </section>
    </details>
  );
}

function Found({ report }: { report: Report }): ReactNode {
  const isEmpty = new Set(report.withoutRows);
  return Object.entries(report.organizations).map(
    ([id, { rows, links, pending, head, problems }]) => (
      <div key={id} className="stack">
        <p>
          {report.ok && isEmpty.has(id) ? (
            <Badge tone="warn">{t('chain.empty')}</Badge>
          ) : (
            <Badge tone={report.ok ? 'good' : 'bad'}>
              {t(report.ok ? 'chain.whole' : 'chain.broken')}
            </Badge>
          )}{' '}
          <Name id={id} />
        </p>
        <Facts
          rows={[
            [t('chain.rows'), numberText(rows)],
            [t('chain.links'), numberText(links)],
            [t('chain.pending'), numberText(pending)],
            [t('chain.head'), head && <span className="code">{`${head.seq} ${head.hash}`}</span>],
            [t('chain.at'), <Time key="at" at={report.checkedAt} />],
            ...Object.entries(problems).map(([kind, { count, ids }]): [string, ReactNode] => [
              wordsOf(kind),
              <>
                {numberText(count)} <span className="code">{ids.slice(0, SHOWN).join(' ')}</span>
              </>,
            ]),
          ]}
        />
        <p>
          <PlainButton onPress={() => save(`heads-${id}.json`, btoa(JSON.stringify(report)))}>
            {t('chain.keep')}
          </PlainButton>{' '}
          <span className="small quiet">{t('chain.keepWhy')}</span>
        </p>
      </div>
    ),
  );
}
