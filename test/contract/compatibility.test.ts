/** `npm run check:generated` rejects changes of the document that would break generated clients. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { breaks } from '../../scripts/compatibility/breaks.ts';

type Schema = {
  required?: string[];
  properties: Record<string, Record<string, unknown>>;
  [keyword: string]: unknown;
};
type Operation = {
  operationId: string;
  parameters: Record<string, unknown>[];
  requestBody: { required: boolean };
  responses: Record<string, Record<string, unknown>>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: Record<string, Record<string, Schema>>;
};

const baseline = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/openapi-baseline.json'), 'utf8'),
) as Document;

/** The problems of the baseline after a change. */
function problemsAfter(change: (document: Document) => void): string[] {
  const after = structuredClone(baseline);
  change(after);
  return breaks(baseline, after);
}
function schema(document: Document, name: string): Schema {
  return document.components['schemas']![name]!;
}
function hits(document: Document): Operation {
  return document.paths['/fraud/hits']!['get']!;
}
function lists(document: Document): Operation {
  return document.paths['/fraud/lists']!['post']!;
}
function fields(of: Schema): Schema['properties'] {
  return of.properties;
}

const NEW_PARAMETER = { name: 'later', in: 'query', schema: { type: 'string' } };

describe('the comparison of the document', () => {
  test.each<[string, (document: Document) => void]>([
    [
      'a parameter behind the others',
      (document) => hits(document).parameters.push({ ...NEW_PARAMETER }),
    ],
    [
      'an optional field of a request',
      (document) => {
        fields(schema(document, 'CreateScreeningListInput'))['later'] = { type: 'string' };
      },
    ],
    [
      'a field of an answer',
      (document) => {
        const hit = schema(document, 'ScreeningHit');
        fields(hit)['later'] = { type: 'string' };
        hit.required!.push('later');
      },
    ],
    [
      'a value of an enumeration of requests',
      (document) => (schema(document, 'ListKindInput')['enum'] as string[]).push('later'),
    ],
    [
      'a value of an open enumeration',
      (document) => (schema(document, 'ListKind')['x-extensible-enum'] as string[]).push('later'),
    ],
    [
      'an operation',
      (document) => (document.paths['/later'] = { get: structuredClone(hits(document)) }),
    ],
    ['a status of errors', (document) => (hits(document).responses['410'] = { description: '' })],
  ])('allows %s', (_, change) => {
    expect(problemsAfter(change)).toEqual([]);
  });

  test.each<[string, (document: Document) => void, string]>([
    [
      'an operation that is missing',
      (document) => delete document.paths['/fraud/hits'],
      'GET /fraud/hits: is missing',
    ],
    [
      'an operation with another name',
      (document) => (hits(document).operationId = 'getHits'),
      'GET /fraud/hits: has another operationId',
    ],
    [
      'a parameter before the others',
      (document) => hits(document).parameters.unshift({ ...NEW_PARAMETER }),
      'GET /fraud/hits: has the parameters query later, query subjectId',
    ],
    [
      'parameters in another order',
      (document) => hits(document).parameters.push(hits(document).parameters.shift()!),
      'GET /fraud/hits: has the parameters',
    ],
    [
      'a new parameter that is required',
      (document) => hits(document).parameters.push({ ...NEW_PARAMETER, required: true }),
      'GET /fraud/hits query later: is a new parameter, so it must be optional',
    ],
    [
      'a parameter with another type',
      (document) => {
        const minScore = hits(document).parameters.find(({ name }) => name === 'minScore')!;
        minScore['schema'] = { type: 'string' };
      },
      'GET /fraud/hits query minScore: has type "string" instead of "number"',
    ],
    [
      'a body that is no longer required',
      (document) => (lists(document).requestBody.required = false),
      'POST /fraud/lists: has a body that is no longer required',
    ],
    [
      'a schema that is missing',
      (document) => delete document.components['schemas']!['ScreeningHit'],
      'components.schemas.ScreeningHit: is missing',
    ],
    [
      'a field that is missing',
      (document) => delete fields(schema(document, 'ScreeningHit'))['explanation'],
      'components.schemas.ScreeningHit.explanation: is missing',
    ],
    [
      'a field with another type',
      (document) => (fields(schema(document, 'ScreeningHit'))['explanation'] = { type: 'string' }),
      'components.schemas.ScreeningHit.explanation: has $ref none instead of',
    ],
    [
      'a field that may be null now',
      (document) =>
        (fields(schema(document, 'ErrorDetails'))['message'] = { type: ['string', 'null'] }),
      'components.schemas.ErrorDetails.message: has type ["string","null"] instead of "string"',
    ],
    [
      'a field that an answer does not always have any longer',
      (document) => schema(document, 'ScreeningHit').required!.shift(),
      'is no longer required',
    ],
    [
      'a field that a request needs now',
      (document) => {
        const input = schema(document, 'CreateScreeningListInput');
        fields(input)['later'] = { type: 'string' };
        input.required!.push('later');
      },
      'components.schemas.CreateScreeningListInput.later: is a new field, so it must be optional',
    ],
    [
      'required fields of a request in another order',
      (document) => {
        const input = schema(document, 'CreateScreeningListInput');
        input.properties = Object.fromEntries(Object.entries(input.properties).toReversed());
      },
      'components.schemas.CreateScreeningListInput: has its required fields in another order',
    ],
    [
      'a value that is missing from an enumeration of requests',
      (document) => (schema(document, 'ListKindInput')['enum'] as string[]).shift(),
      'components.schemas.ListKindInput: has the values',
    ],
    [
      'an answer that is missing',
      (document) => delete hits(document).responses['200'],
      'GET /fraud/hits: no longer names an answer 200',
    ],
    [
      'a second success',
      (document) => (hits(document).responses['202'] = { description: '' }),
      'GET /fraud/hits: has another success, 202',
    ],
    [
      'an event of a webhook that is missing',
      (document) => delete document.webhooks['identity.bvn.verified'],
      'POST identity.bvn.verified: is missing',
    ],
  ])('rejects %s', (_, change, problem) => {
    expect(problemsAfter(change).join('\n')).toContain(problem);
  });
});
