import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/one.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/webhooks.ts';

export type Delivery = Operations['listDeliveries']['data']['items'][number];
type Sent = Operations['getDelivery']['data'];

/** The body as it was sent, indented; one that is no JSON as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** A delivery with what was sent and what came back. A receiver's answer is the text of somebody else, and stays text. */
export function Attempts({
  delivery: { id, webhookId, eventId },
}: {
  delivery: Delivery;
}): ReactNode {
  const query = useQuery({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) =>
      api.webhookDeliveries.get({ id: webhookId, deliveryId: id }, { signal }),
  });
  return (
    <div className="stack">
      <p className="small quiet code">
        {id} · {eventId}
      </p>
      <One query={query}>{(sent) => <Loaded sent={sent} />}</One>
    </div>
  );
}

function Loaded({ sent }: { sent: Sent }): ReactNode {
  return (
    <>
      <h3>{t('webhooks.body')}</h3>
      <pre tabIndex={0} aria-label={t('webhooks.body')}>
        {indented(sent.body)}
      </pre>
      {sent.redacted.length > 0 && (
        <p className="small quiet">
          {t('webhooks.redacted', { fields: sent.redacted.join(', ') })}
        </p>
      )}
      <h3>{t('webhooks.attempts')}</h3>
      <ol className="stack-close">
        {sent.attempts.map(
          ({ number, at, durationMs, statusCode, error, tlsFailure, response, requestHeaders }) => (
            <li key={number}>
              <strong>
                {statusCode === null
                  ? t('webhooks.noAnswer', {
                      error: [error ?? '–', tlsFailure].filter(Boolean).join(': '),
                    })
                  : t('webhooks.answered', { status: String(statusCode) })}
              </strong>{' '}
              <span className="quiet small">
                <Time at={at} exact /> · {t('webhooks.duration')} {numberText(durationMs)} ms
              </span>
              {requestHeaders && <h4>{t('webhooks.headers')}</h4>}
              {requestHeaders && (
                <pre className="small">
                  {Object.entries(requestHeaders)
                    .map(([name, value]) => `${name}: ${value}`)
                    .join('\n')}
                </pre>
              )}
              {response && <h4>{t('webhooks.responseBody')}</h4>}
              {response && (
                <pre>
                  <Foreign text={response} />
                </pre>
              )}
            </li>
          ),
        )}
      </ol>
    </>
  );
}
