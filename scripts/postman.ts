import { writeGenerated } from './generated-file.ts';
import { readDocument, type Operation } from './openapi-operations.ts';

/**
 * Writes docs/postman.json, a Postman collection v2.1 of every operation (Bruno, Insomnia and Hoppscotch import the same
 * form). With --check only compares.
 * https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const { prefix, description, operations } = readDocument();

/** Sends the value of a variable of the collection as key. */
const authBy = (variable: string): object => ({
  type: 'apikey',
  apikey: [
    { key: 'key', value: 'x-api-key', type: 'string' },
    { key: 'value', value: `{{${variable}}}`, type: 'string' },
    { key: 'in', value: 'header', type: 'string' },
  ],
});

function request({ method, path, parameters, body, description: about }: Operation): object {
  const segments = (prefix + path)
    .split('/')
    .filter(Boolean)
    .map((part) => part.replace(/^\{(\w+)\}$/, ':$1'));
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, description: meaning, example, schema }) => ({
      key: name,
      value: String(example ?? schema['default'] ?? ''),
      description: meaning ?? '',
      disabled: !required,
    }));
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, description: meaning }) => ({
      key: name,
      value: '',
      description: meaning ?? '',
    }));
  const raw = `{{baseUrl}}/${segments.join('/')}`;
  const asked = query.filter((field) => !field.disabled);
  const idempotent = parameters.some(({ name }) => name === 'Idempotency-Key');
  return {
    method,
    // An organization's key is refused there, and an operator's everywhere else.
    ...(path.startsWith('/admin/') ? { auth: authBy('platformKey') } : {}),
    header: [
      ...(body ? [{ key: 'content-type', value: 'application/json' }] : []),
      ...(idempotent ? [{ key: 'Idempotency-Key', value: '{{$guid}}', disabled: true }] : []),
    ],
    url: {
      raw: raw + (asked.length > 0 ? `?${asked.map((f) => `${f.key}=${f.value}`).join('&')}` : ''),
      host: ['{{baseUrl}}'],
      path: segments,
      ...(query.length > 0 ? { query } : {}),
      ...(variable.length > 0 ? { variable } : {}),
    },
    ...(body
      ? {
          body: {
            mode: 'raw',
            raw: JSON.stringify(body.example, null, 2),
            options: { raw: { language: 'json' } },
          },
        }
      : {}),
    description: about,
  };
}

const folders = [...Map.groupBy(operations, ({ tag }) => tag)].map(([name, members]) => ({
  name,
  item: members.map((member) => ({
    name: member.summary,
    id: member.operationId,
    request: request(member),
    response: [],
  })),
}));
const collection = {
  info: { name: 'Oriki', description, schema: SCHEMA },
  auth: authBy('apiKey'),
  variable: [
    { key: 'baseUrl', value: 'http://127.0.0.1:3000', type: 'string' },
    { key: 'apiKey', value: '', type: 'string' },
    { key: 'platformKey', value: '', type: 'string' },
  ],
  item: folders,
};

writeGenerated('docs/postman.json', `${JSON.stringify(collection, null, 2)}\n`);
