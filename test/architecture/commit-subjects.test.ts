import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSubjects, problemOf } from '../../scripts/commit-subjects.ts';

describe('a commit subject', () => {
  test.each([
    'console: lazy-load case history',
    'name matching: compare initials',
    'db: process queues in order',
    'docs: embed a picture',
    `http: ${'x'.repeat(60)} bodies`.slice(0, 72),
  ])('has no problem: %s', (subject) => {
    expect(problemOf(subject)).toBeUndefined();
  });

  test.each([
    ['Fix the build', 'form'],
    ['Console: load history', 'form'],
    ['cli, start: load history', 'form'],
    ['console:load history', 'form'],
    ['console: load', 'form'],
    ['console: load history.', 'period'],
    ['console: Load history', 'lower case'],
    ['console: the history loads', 'not a verb'],
    ['console: added a button', 'imperative'],
    ['console: adds a button', 'imperative'],
    ['console: adding a button', 'imperative'],
    ['console: made a button', 'imperative'],
    [`console: load ${'x'.repeat(59)}`, '73 characters'],
  ])('is rejected: %s', (subject, problem) => {
    expect(problemOf(subject)).toContain(problem);
  });
});

describe('the check of commits', () => {
  let folder: string;
  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      [
        '-c',
        'user.name=Ada',
        '-c',
        'user.email=ada@example.com',
        '-c',
        'commit.gpgsign=false',
        ...args,
      ],
      { cwd: folder, encoding: 'utf8', stdio: 'pipe' },
    ).trim();
  /** Creates an empty commit. @returns its hash */
  const commit = (subject: string): string => {
    git('commit', '--quiet', '--allow-empty', '-m', subject);
    return git('rev-parse', 'HEAD');
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriki-commits-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('reports wrong subjects after the base, and after the newest tag once there is one', () => {
    git('init', '--quiet');
    const base = commit('Began');
    expect(checkSubjects(folder, base)).toEqual({ wrong: [] });
    commit('cli: add help');
    commit('Added help');
    expect(checkSubjects(folder, base).wrong).toEqual([
      expect.stringContaining('Added help: it does'),
    ]);
    git('tag', 'v1.0.0');
    expect(checkSubjects(folder, base)).toEqual({ wrong: [] });
    commit('cli: adds more help');
    expect(checkSubjects(folder, base).wrong).toHaveLength(1);
  });

  test('skips merges, and checks the commits in them', () => {
    git('init', '--quiet', '--initial-branch=main');
    const base = commit('cli: add help');
    git('switch', '--quiet', '-c', 'other');
    commit('Broke help');
    git('switch', '--quiet', 'main');
    git('merge', '--quiet', '--no-ff', '-m', 'Merge of a session', 'other');
    expect(checkSubjects(folder, base).wrong).toEqual([expect.stringContaining('Broke help')]);
  });

  test('names the reason if there is no history, or none back to the base', () => {
    expect(checkSubjects(folder)).toEqual({ wrong: [], skipped: 'there is no git history' });
    git('init', '--quiet');
    commit('cli: add help');
    expect(checkSubjects(folder).skipped).toContain('the git history does not have');
  });
});
