import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { deliveryWith, type Delivery } from '../../queries/webhooks.ts';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/webhooks.ts';
import { causeText } from './state.tsx';

type Sent = Operations['getDelivery']['data'];

/** Returns the sent body, indented if it is JSON. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** A delivery with its requests and answers. The answer of a receiver is foreign text, and stays text. */
export function Attempts({
  delivery,
}: {
  delivery: Pick<Delivery, 'id' | 'webhookId' | 'eventId'>;
}): ReactNode {
  const query = useQuery(deliveryWith(delivery));
  return (
    <div className="stack">
      <p className="small quiet code">
        {delivery.id} · {delivery.eventId}
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
                      error: [causeText(error ?? '–'), tlsFailure].filter(Boolean).join(': '),
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
