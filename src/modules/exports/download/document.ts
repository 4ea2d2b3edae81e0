import type { Json } from '../../../platform/http/openapi/publish.ts';
import type { ErrorResponses } from '../../../platform/http/openapi/responses.ts';
import { EXAMPLE_SIGNATURE } from './urls.ts';

function parameter(place: string, name: string, required: boolean, description: string) {
  return {
    name,
    in: place,
    required,
    description,
    schema: { type: 'string' },
  };
}

function header(description: string) {
  return { description, schema: { type: 'string' } };
}
const { exportId, ...query } = EXAMPLE_SIGNATURE;
function inQuery(name: keyof typeof query, description: string) {
  return {
    ...parameter('query', name, true, description),
    example: query[name],
  };
}

const parameters = [
  { ...parameter('path', 'exportId', true, 'Id of the export.'), example: exportId },
  inQuery('org', 'Part of the signed address, as all of the query.'),
  inQuery('exp', 'When the address ends, in seconds since 1970.'),
  inQuery('kid', 'Name of the key that it is signed with.'),
  inQuery('sig', 'The signature.'),
  parameter('header', 'Range', false, 'One range of bytes; several are answered with the whole.'),
  parameter(
    'header',
    'If-Range',
    false,
    'The `ETag`: the range is of this file, otherwise the whole file is sent.',
  ),
  parameter('header', 'If-Match', false, 'The `ETag`: returns 412 if the file is a different one.'),
  parameter('header', 'If-None-Match', false, 'The `ETag`: returns 304 if the file is the same.'),
];

const fileHeaders = {
  ETag: header('SHA-256 of the file, in hexadecimal, in quotation marks.'),
  'Accept-Ranges': header('`bytes`.'),
  'Content-Disposition': header('A name for the file.'),
  'Cache-Control': header('`private, no-store`.'),
};
const file = {
  'text/csv': { schema: { type: 'string' }, example: 'id,threadId,channel\r\n' },
  'application/json': { schema: { type: 'array', items: { type: 'object' } }, example: [] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    schema: { type: 'string', contentMediaType: 'application/octet-stream' },
  },
};

/** The error responses that both methods share. */
function others(errors: ErrorResponses): Json {
  return {
    302: {
      description: 'Redirects to the file in a bucket, for a minute at most.',
      headers: { Location: header('The address there.') },
    },
    304: { description: 'The file matches `If-None-Match`.' },
    ...errors.byStatus(['FORBIDDEN', 'GONE', 'PRECONDITION_FAILED']),
    default: errors.other,
  };
}
const common = { tags: ['Exports'], security: [], 'x-extension': true };

/** Returns the download route for the OpenAPI document. */
export function downloadPathItem(errors: ErrorResponses): Json {
  return {
    parameters,
    get: {
      ...common,
      operationId: 'downloadExport',
      summary: 'Download a file by its signed URL',
      description:
        'Where `downloadUrl` of an export leads; no address is made by hand. It needs no key. Changed in any way it answers ' +
        '403, and 410 after its end.',
      responses: {
        200: { description: 'The file.', headers: fileHeaders, content: file },
        206: {
          description: 'The range of the file.',
          headers: { ...fileHeaders, 'Content-Range': header('Which bytes, and of how many.') },
          content: file,
        },
        ...others(errors),
        ...errors.byStatus(['RANGE_NOT_SATISFIABLE']),
      },
    },
    head: {
      ...common,
      operationId: 'headExport',
      summary: 'Read the headers of a file by its signed URL',
      description: 'The headers of GET, without the file.',
      responses: { 200: { description: 'Like GET.', headers: fileHeaders }, ...others(errors) },
    },
  };
}
