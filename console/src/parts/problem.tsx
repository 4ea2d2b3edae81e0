import type { ReactNode } from 'react';
import { OrikiError } from '../../../clients/typescript/src/index.ts';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { PREFIX } from '../data/prefix.ts';
import type { UseQueryResult } from '@tanstack/react-query';

/** Returns true if the object does not exist in the organization, so that another attempt does not help. */
export function isNotFound(error: unknown): boolean {
  return error instanceof OrikiError && error.status === 404;
}

/** An error in words. */
export function messageOf(error: unknown): string {
  if (!(error instanceof OrikiError)) return String((error as Error).message);
  if (error.status === undefined) return t('error.network');
  if (error.status === 401) return t('error.signedOut');
  if (error.code === 'STEP_UP_REQUIRED') return t('error.stepUpWhy');
  if (error.code === 'FORBIDDEN') return `${t('error.forbidden')} ${error.message}`;
  return error.message;
}

/** An error with its message, the id of the request, and the next step. */
export function Problem({
  error,
  retry,
  text,
  isPage = false,
}: {
  error: unknown;
  /** A text instead of the message of the error. */
  text?: string | undefined;
  retry?: () => void;
  /** True if the page shows nothing else. */
  isPage?: boolean;
}): ReactNode {
  const requestId = error instanceof OrikiError ? error.requestId : undefined;
  const title = t(isNotFound(error) ? 'error.notFound' : 'error.title');
  return (
    <div className="notice bad" role="alert">
      <div className="stack-close">
        {isPage ? <h1>{title}</h1> : <strong>{title}</strong>}
        <p>{text ?? messageOf(error)}</p>
        {requestId && (
          <p className="small quiet">
            {t('error.request', { id: '' })}
            <code>{requestId}</code>
          </p>
        )}
        {error instanceof OrikiError && error.code === 'STEP_UP_REQUIRED' && <StepUp />}
        {isNotFound(error) && isPage && <p>{t('error.notFoundWhy')}</p>}
        {retry && !isNotFound(error) && (
          <p>
            <PlainButton onPress={retry}>{t('error.again')}</PlainButton>
          </p>
        )}
      </div>
    </div>
  );
}

/** The link that signs in again in another tab, so that this page keeps its input. */
function StepUp(): ReactNode {
  const query = new URLSearchParams({ returnTo: location.pathname });
  return (
    <p>
      <a
        href={`${PREFIX}/console/session/step-up?${query.toString()}`}
        target="_blank"
        rel="noreferrer"
      >
        {t('error.stepUp')}
      </a>
    </p>
  );
}

/** A page about one object. It keeps its content if a later read fails. */
export function One<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return <Problem error={query.error} isPage retry={() => void query.refetch()} />;
  return (
    <h1>
      <span className="skeleton" />
      <span className="hidden-text">{t('app.loading')}</span>
    </h1>
  );
}
