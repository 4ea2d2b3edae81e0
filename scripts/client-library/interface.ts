import { isStream, type Method } from './methods.ts';

const PREAMBLE = `import type { Call, CallOptions, ConditionalOptions, List } from '../call.ts';
import type { StreamEvent } from '../streams.ts';
import type { Operations } from './types.ts';
`;

const LINE = 100;
const LISTED_ERRORS = / ?Errors: ((?:`[A-Z_]+`,? ?)+)\.$/;

/** Returns the lines of a paragraph. */
function wrapped(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + word.length < LINE) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A TSDoc comment of these paragraphs. */
function comment(paragraphs: string[], indent: string): string {
  const lines = paragraphs
    .flatMap((text, index) => [...(index > 0 ? [''] : []), ...wrapped(text)])
    .map((line) => `${indent} * ${line.replaceAll('*/', '*\\/')}`.trimEnd());
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`;
}

function documented({ found }: Method, prefix: string): string {
  const { summary, description, method, path, errors } = found;
  // The description may end with all codes. Otherwise only the codes of the document's answers are known.
  const [, listed] = LISTED_ERRORS.exec(description) ?? [];
  const codes = listed ?? errors.map((code) => `\`${code}\``).join(', ');
  const paragraphs = [
    `${summary}.`,
    ...description.replace(LISTED_ERRORS, '').split('\n\n'),
    `\`${method} ${prefix}${path}\``,
    `@throws OrikiError: ${codes}`,
  ];
  return comment(paragraphs, '  ');
}

function declared(own: Method): string {
  const { found, name, list } = own;
  const operation = `Operations['${found.operationId}']`;
  const needed =
    found.parameters.some((given) => given.in !== 'header' && given.required) ||
    found.body?.required === true;
  const isConditional = found.parameters.some(({ name: given }) => given === 'If-Match');
  const options = isConditional ? 'ConditionalOptions' : 'CallOptions';
  const input = `input${needed ? '' : '?'}: ${operation}['input'], options?: ${options}`;
  if (isStream(found))
    return `${name}(${input}): AsyncGenerator<StreamEvent<${operation}['events']>, void, undefined>;`;
  const data = `${operation}['data']`;
  if (!list) return `${name}(${input}): Call<${data}>;`;
  const row = `${data}['${(list as { items: string }).items}'][number]`;
  return `readonly ${name}: List<[${input}], ${data}, ${row}>;`;
}

/** Returns the client's methods by group, with their descriptions in the document. */
export function clientInterface(
  methods: Method[],
  { prefix, tags }: { prefix: string; tags: Map<string, string> },
): string {
  const groups = [...Map.groupBy(methods, ({ group }) => group)].map(([group, own]) => ({
    group,
    own,
    type: `${group[0]!.toUpperCase()}${group.slice(1)}Operations`,
    about: tags.get(own[0]!.found.tag) ?? `${own[0]!.found.tag}.`,
  }));
  const interfaces = groups.map(({ own, type, about }) => {
    const members = own.map((one) => `${documented(one, prefix)}  ${declared(one)}`);
    return `${comment([about], '')}export interface ${type} {\n${members.join('\n\n')}\n}\n`;
  });
  const all = groups.map(
    ({ group, type, about }) => `${comment([about], '  ')}  readonly ${group}: ${type};\n`,
  );
  return [
    PREAMBLE,
    ...interfaces,
    `/** Every operation of the API, grouped by its tag. */\nexport interface Groups {\n${all.join('')}}\n`,
  ].join('\n');
}
