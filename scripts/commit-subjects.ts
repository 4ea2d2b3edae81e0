/** The check of commit subjects in `npm run verify`: `area: imperative verb object`, as STYLE.md requires. */
import { execFileSync } from 'node:child_process';

/** Before the first tag, the check begins after this commit: older subjects have other forms. */
const CHECKED_AFTER = '49f007deb53a7adb647f2ec4d1b3190511e326bc';
/** The maximum number of characters of a subject. */
const MAX_LENGTH = 72;
const SUBJECT = /^[a-z][a-z0-9-]*(?: [a-z0-9-]+)*: (?<first>\S+) \S/;
/** Past, third-person and -ing forms, which report instead of command. */
const REPORTING =
  /(?:[^aiosu]s|[^eu]ed|ing)$|^(?:became|began|broke|brought|built|chose|did|drew|found|gave|got|had|has|held|hid|is|kept|knew|left|lost|made|met|ran|rewrote|sent|showed|told|took|was|went|were|written|wrote)$/;
/** Imperative verbs that end like one of these forms. */
const IMPERATIVE: ReadonlySet<string> = new Set(
  'bring embed ping ring shed shred string'.split(' '),
);
/** Words that are not verbs. */
const NO_VERB =
  /^(?:all|also|an?|and|as|by|for|from|how|if|in|its?|more|new|no|not|of|on|so|that|the|this|to|what|when|where|with)$/;

/** Returns the problem of a subject with its repair; undefined if there is none. */
export function problemOf(subject: string): string | undefined {
  if (subject.length > MAX_LENGTH)
    return `it has ${subject.length} characters: shorten it to ${MAX_LENGTH}`;
  const first = SUBJECT.exec(subject)?.groups?.['first'];
  if (first === undefined)
    return 'it does not have the form "area: verb object" with an area in lower case';
  if (subject.endsWith('.')) return 'it ends with a period: remove it';
  if (!/^[a-z][a-z-]*$/.test(first) || NO_VERB.test(first))
    return `"${first}" is not a verb in lower case: begin with one, such as "add"`;
  if (REPORTING.test(first) && !IMPERATIVE.has(first))
    return `"${first}" is not an imperative: write "add", not "adds", "added" or "adding"`;
  return undefined;
}

/** Returns the output of git; undefined if the command fails. */
function git(cwd: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Checks the commits after the newest tag, or after `base` if there is no tag. Skips merges, because landing tools may
 * write their subjects.
 * @returns one line for each wrong subject, or the reason why there is nothing to check
 */
export function checkSubjects(
  cwd: string,
  base = CHECKED_AFTER,
): { wrong: string[]; skipped?: string } {
  if (git(cwd, 'rev-parse', '--verify', 'HEAD') === undefined)
    return { wrong: [], skipped: 'there is no git history' };
  const after = git(cwd, 'describe', '--tags', '--abbrev=0') ?? base;
  const log = git(cwd, 'log', '--no-merges', '--format=%h %s', `${after}..HEAD`);
  if (log === undefined) return { wrong: [], skipped: `the git history does not have ${after}` };
  const wrong = log.split('\n').flatMap((line) => {
    const subject = line.slice(line.indexOf(' ') + 1);
    const problem = line === '' ? undefined : problemOf(subject);
    return problem === undefined ? [] : [`${line}: ${problem}`];
  });
  return { wrong };
}

if (import.meta.main) {
  const { wrong, skipped } = checkSubjects(process.cwd());
  if (skipped !== undefined) console.log(`skipped: subjects of commits: ${skipped}`);
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) {
    console.error('Reword these commits (STYLE.md, rule 8).');
    process.exitCode = 1;
  }
}
