import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { save } from '../../data/transfer.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/chain.ts';

type Report = Operations['verifyAuditChain']['data'];

/** A log of some millions of rows takes a minute. */
const TIMEOUT_MS = 600_000;
/** Ids of a kind of problem that are shown; the file has up to a thousand. */
const SHOWN = 10;

/** The check of the chain of hashes over a log, as the command line makes it. */
export function Chain(): ReactNode {
  const [organizationId, setOrganizationId] = useState('');
  const checked = useMutation({
    mutationFn: (id: string) =>
      api.audit.verifyChain(
        { ...(id !== '' && { organizationId: id }) },
        { timeoutMs: TIMEOUT_MS, totalTimeoutMs: TIMEOUT_MS },
      ),
  });
  return (
    <section className="panel stack" aria-label={t('chain.title')}>
      <h2>{t('chain.title')}</h2>
      <p className="small quiet">{t('chain.what')}</p>
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          checked.mutate(organizationId);
        }}
      >
        <Field
          label={t('chain.organization')}
          value={organizationId}
          onChange={(value) => setOrganizationId(value.trim())}
        />
        <PlainButton type="submit" isDisabled={checked.isPending}>
          {t('chain.check')}
        </PlainButton>
      </form>
      <div role="status">{checked.data && <Found report={checked.data} />}</div>
      {checked.isError && <Problem error={checked.error} />}
    </section>
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
          <span className="code">{id}</span>
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
