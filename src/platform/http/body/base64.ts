import { badRequest } from '../../errors/index.ts';

const MIB = 2 ** 20;

/**
 * Decodes base64. Accepts only the canonical encoding of the bytes.
 * @param path of the field, for the problem
 * @throws ApiError BAD_REQUEST
 */
export function bytesOfBase64(text: string, path: string, mostBytes = Infinity): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text)
    throw badRequest([
      { path, message: 'must be padded base64 without line breaks and without a data: prefix' },
    ]);
  if (bytes.length > mostBytes)
    throw badRequest([{ path, message: `must be at most ${mostBytes / MIB} MiB` }]);
  return bytes;
}
