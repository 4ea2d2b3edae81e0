/**
 * Checks that need something that not every machine has. In `npm run verify` a skipped check is a failure unless
 * `ORIKI_VERIFY_SKIPS` accepts its name (spaces separate the names). Without the variable, a skipped check is only
 * printed.
 */
export type Skip =
  | 'vulnerabilities'
  | 'pg_dump'
  | 'valkey'
  | 'nginx'
  | 'haproxy'
  | 'systemd'
  | 'libreoffice'
  | 'zsh'
  | 'fish'
  | 'small-disk'
  | 'unshare'
  | 'registry'
  | 'go'
  | 'java'
  | 'rust'
  | 'previous-release';

/** Prints that a check is skipped. @throws unless `ORIKI_VERIFY_SKIPS` accepts it */
export function skip(name: Skip, what: string, env: NodeJS.ProcessEnv = process.env): void {
  const accepted = env['ORIKI_VERIFY_SKIPS']?.split(' ');
  if (accepted && !accepted.includes(name))
    throw new Error(
      `${what} cannot be checked here: install what is missing, or accept it with ORIKI_VERIFY_SKIPS=${name}`,
    );
  process.stdout.write(`skipped: ${what}\n`);
}
