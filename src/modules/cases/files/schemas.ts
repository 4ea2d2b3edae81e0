import { Type, type Static } from 'typebox';
import { BASE64_PATTERN, DisplayName, Strict } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { CaseFile } from '../schemas.ts';

export const FILE_PREFIX = 'casefile';

const MIB = 2 ** 20;
export const MAX_FILE_BYTES = 10 * MIB;

export const AttachFile = Strict({
  name: { ...DisplayName, description: 'Name of the file, stored encrypted.' },
  contentType: Type.String({
    maxLength: 127,
    pattern: definePattern(
      '^[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*$',
      'must be a media type in lower case, such as application/pdf',
    ),
    description: 'Media type, such as `application/pdf`. The content is not checked.',
  }),
  base64: Type.String({
    minLength: 4,
    maxLength: Math.ceil(MAX_FILE_BYTES / 3) * 4,
    contentEncoding: 'base64',
    'x-pattern': BASE64_PATTERN,
    description:
      `The content, at most ${MAX_FILE_BYTES / MIB} MiB, as base64 (RFC 4648 section 4) with padding, without ` +
      'line breaks and without `data:`.',
  }),
});
export type AttachFile = Static<typeof AttachFile>;

export const FileContent = Type.Object(
  {
    ...CaseFile.properties,
    base64: Type.String({ contentEncoding: 'base64', description: 'The content.' }),
  },
  { title: 'CaseFileContent' },
);
