import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { blockOf } from './doc-blocks.ts';
import { report } from './process.ts';

/** The documented command that exports the audit log. */
export const exportCommand = blockOf('docs/audit-log.md', 'export', 'sh');

/** Returns true if a tool is there. */
export function works(tool: string): boolean {
  return spawnSync(tool, ['--version']).status === 0;
}

const hasPsql = works('psql');
if (!hasPsql) report('audit log: psql is not there; its statements run without it');

/** Returns the output of the documented command. @param folder where it is run */
export async function exportedLog(url: string, folder: string): Promise<string> {
  if (hasPsql) {
    const env = { ...process.env, DATABASE_URL: url };
    const { status, stderr } = spawnSync('sh', ['-c', exportCommand], { cwd: folder, env });
    expect([status, String(stderr)]).toEqual([0, '']);
    return readFileSync(join(folder, 'audit.jsonl'), 'utf8');
  }
  const [, text = ''] = /<<'SQL'\n([\s\S]*?)^SQL$/m.exec(exportCommand) ?? [];
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
