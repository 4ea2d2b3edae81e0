import { basename, isAbsolute, join, relative } from 'node:path';
import { codeUrl } from '../platform/http/pages/html.ts';
import type { Demo } from './demo.ts';

const ROOT = join(import.meta.dirname, '../..');
const inCheckout = basename(join(import.meta.dirname, '..')) === 'src';
/** The words that start the command line in this installation. */
const ORIKI = inCheckout ? 'npx --no-install oriki' : 'oriki';

/** Returns the shortest path from the working folder, quoted for a shell. */
function pathText(path: string): string {
  const short = relative(process.cwd(), path);
  const text = short.startsWith('..') || isAbsolute(short) ? path : short;
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function demoLines({ key, code }: Demo, url: string): string {
  const headers = `-H "x-api-key: $ORIKI_KEY" -H 'content-type: application/json'`;
  const screen = (name: string): string =>
    `  curl -s ${url}/api/v1/fraud/screen ${headers} \\\n    -d '{"name":"${name}"}'`;
  const sample = join(ROOT, 'data/ofac-2021-sample');
  return `
A demo organization was created, with a blocklist and a key. In another terminal, after the last line of this text, try:

  curl -s ${url}/api/v1/identity/verify-bvn ${headers} \\
    -d '{"subjectId":"demo","bvn":"22222222220","matchAgainst":{"firstName":"Adaeze","lastName":"Okafor"}}'
${screen('Adaeze Okonkwo')}

The sandbox answers the first one with invented data. Import a sample of a sanctions list (of 2021, not for
compliance use), and screen a person on it:

  ${ORIKI} list import --kind sanctions --source ofac:sdn-2021-sample --format ofac-csv \\
    --file ${pathText(join(sample, 'sdn.csv'))} --aliases ${pathText(join(sample, 'alt.csv'))}
${screen('Viktor Bout')}
${inCheckout ? '\n"npm run demo" shows the next steps.\n' : ''}
To sign in with a browser, open this once, within 10 minutes ("${ORIKI} console login --org ID" prints another):
${codeUrl(url, code)}

The address and the key, which is shown only now:

  export ORIKI_URL=${url}
  export ORIKI_KEY=${key}
`;
}

const KEY_LINE =
  `Keys are made with "${ORIKI} key create --org ID --scope fraud:screen"; "${ORIKI} org list" shows the ids of ` +
  `organizations.\n`;

/**
 * Returns the lines for the person who started the service. The key of a new demo organization comes last, where it is
 * easy to see.
 */
export function readyLines(url: string, demo: Demo | undefined): string {
  return `Oriki is ready: ${url}\nThe API explorer is at ${url}/api/docs\n${demo ? demoLines(demo, url) : KEY_LINE}`;
}
