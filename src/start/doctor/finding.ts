/** The finding of one check. */
export type Finding = {
  check: string;
  /**
   * `fail`: the service does not start or does not work. `skip`: this check depends on another one, which is not ok.
   */
  status: 'ok' | 'warn' | 'fail' | 'skip';
  /** The fact, without secrets and personal data. */
  message: string;
  /** Advice for the operator; only with `warn` and `fail`. */
  advice?: string;
  /** The page about the finding, below docs/, which the service also serves. */
  page: string;
};

/** The time limit of a query. */
export const STATEMENT_TIMEOUT_MS = 10_000;

/** Returns functions that make the findings of one check, with its name and page. */
export function findings(
  check: string,
  page: string,
): {
  ok: (message: string) => Finding;
  warn: (message: string, advice: string) => Finding;
  fail: (message: string, advice: string) => Finding;
  skip: (message: string) => Finding;
} {
  return {
    ok: (message) => ({ check, status: 'ok', message, page }),
    warn: (message, advice) => ({ check, status: 'warn', message, advice, page }),
    fail: (message, advice) => ({ check, status: 'fail', message, advice, page }),
    skip: (message) => ({ check, status: 'skip', message, page }),
  };
}

/** Returns a system code, such as `EACCES`, otherwise the message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

export function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}
