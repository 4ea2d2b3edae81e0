import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { report } from './process.ts';

/** The documented statements that export the audit log. */
const EXPORT = join(import.meta.dirname, '../../docs/programs/audit_export.sql');

/** Returns true if a tool is there. */
export function works(tool: string): boolean {
  return spawnSync(tool, ['--version']).status === 0;
}

const hasPsql = works('psql');
if (!hasPsql) report('audit log: psql is not there; its statements run without it');

/** Returns the exported audit log. */
export async function exportedLog(url: string): Promise<string> {
  if (hasPsql) {
    const args = ['-XAtq', '-f', EXPORT, url];
    const { status, stdout, stderr } = spawnSync('psql', args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  }
  const text = readFileSync(EXPORT, 'utf8');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const results = (await client.query(
    text.replaceAll(/^\\.*$/gm, ''),
  )) as unknown as pg.QueryResult<{ json_build_object: object }>[];
  await client.end();
  const lines = results.flatMap(({ rows }) =>
    rows.map((row) => JSON.stringify(row.json_build_object)),
  );
  return `${lines.join('\n')}\n`;
}
