import { badRequest, type ErrorDetail } from '../../../platform/errors/index.ts';
import type { AddressRules } from '../../../platform/outbound/address.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { OutboundError } from '../../../platform/outbound/error.ts';
import { checkTarget } from '../../../platform/outbound/target.ts';
import { IMAGE_LIMITS, type ImageLimits, type Image } from './schemas.ts';
import { normalise } from './normalise.ts';
import type { BiometricImage } from './schemas.ts';

const MIB = 2 ** 20;

/** Decodes canonical base64, which has only one spelling and no characters that decoders skip. */
function strictBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/**
 * The problems of an image's fields that need no fetch or decoding, for a route's `check`. Takes about ten milliseconds
 * for the largest base64.
 * @param field the image's place in the body, such as `selfie`
 */
export function imageInputProblems(
  { url, base64, contentType }: BiometricImage,
  field: string,
  rules: AddressRules,
): ErrorDetail[] {
  if (base64 === undefined) {
    if (url === undefined)
      return [{ path: `${field}.base64`, message: 'is required unless url is given' }];
    const { problem } = checkTarget(url, rules);
    return problem === undefined ? [] : [{ path: `${field}.url`, message: problem }];
  }
  if (url !== undefined)
    return [{ path: `${field}.base64`, message: 'must not be given together with url' }];
  const problems: ErrorDetail[] = [];
  if (contentType === undefined)
    problems.push({ path: `${field}.contentType`, message: 'is required with base64' });
  if (!strictBase64(base64))
    problems.push({
      path: `${field}.base64`,
      message: 'must be padded base64 without line breaks and without a data: prefix',
    });
  return problems;
}

/** Fetches the file at a URL; undefined if that fails for any reason. */
async function fetchFile(
  url: string,
  orgId: string,
  client: OutboundClient,
  limits: ImageLimits,
): Promise<Buffer | undefined> {
  try {
    const { status, body, truncated } = await client.request({
      url,
      method: 'GET',
      headers: {
        accept: 'image/jpeg, image/png, image/webp',
        'accept-encoding': 'identity',
        'user-agent': 'Oriki-Images',
      },
      orgId,
      timeoutMs: limits.fetchTimeoutMs,
      maxResponseBytes: limits.maxBytes,
    });
    return status === 200 && !truncated ? body : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/**
 * Reads an image from a request. Decodes its base64 or fetches its URL (not inside a transaction), checks the content
 * and normalizes it with `normalise`. Every failed fetch is reported in the same words, so the answer reveals nothing
 * about addresses and ports.
 * @param field the image's place in the body, such as `selfie`
 * @throws ApiError SERVICE_UNAVAILABLE when too many wait; BAD_REQUEST naming `<field>.url`, `<field>.base64` or
 * `<field>.contentType`
 */
export async function readImage(
  input: BiometricImage,
  field: string,
  orgId: string,
  client: OutboundClient,
  limits: ImageLimits = IMAGE_LIMITS,
): Promise<Image> {
  const problems = imageInputProblems(input, field, client.rules);
  if (problems.length > 0) throw badRequest(problems);
  const { url, base64 = '' } = input;
  const path = url === undefined ? `${field}.base64` : `${field}.url`;
  const refuse = (message: string) => badRequest([{ path, message }]);
  const most = `${limits.maxBytes / MIB} MiB`;

  const file =
    url === undefined ? Buffer.from(base64, 'base64') : await fetchFile(url, orgId, client, limits);
  if (!file)
    throw refuse(
      `could not be fetched: it must answer 200 with at most ${most} within ` +
        `${limits.fetchTimeoutMs / 1000} s, without a redirect`,
    );
  if (file.length > limits.maxBytes) throw refuse(`must be at most ${most}`);
  const { image, problem } = await normalise(file, orgId);
  if (!image) throw refuse(problem);
  return image;
}
