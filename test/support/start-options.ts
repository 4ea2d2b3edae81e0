import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { scripts: { start: string } };

/** The Node.js options with which `npm start` runs the service. */
export const START_OPTIONS: readonly string[] = scripts.start.match(/--\S+/g) ?? [];
