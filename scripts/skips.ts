/**
 * Checks that a machine may lack the means for. In `npm run verify` a check that is left out fails it, unless
 * `ORIKI_VERIFY_SKIPS` accepts that by name, separated by spaces; otherwise (the variable is not there) it is only
 * told.
 */
export type Skip =
  | 'vulnerabilities'
  | 'pg_dump'
  | 'valkey'
  | 'nginx'
  | 'haproxy'
  | 'libreoffice'
  | 'zsh'
  | 'fish'
  | 'small-disk'
  | 'registry'
  | 'go'
  | 'java'
  | 'rust';

/** Says that a check is left out. @throws unless that is accepted */
export function skip(name: Skip, what: string, env: NodeJS.ProcessEnv = process.env): void {
  const accepted = env['ORIKI_VERIFY_SKIPS']?.split(' ');
  if (accepted && !accepted.includes(name))
    throw new Error(
      `${what} cannot be checked here: install what is missing, or accept it with ORIKI_VERIFY_SKIPS=${name}`,
    );
  process.stdout.write(`skipped: ${what}\n`);
}
