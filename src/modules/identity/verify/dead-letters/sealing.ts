import type { EnvelopeContext } from '../../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { externalId } from '../../../../platform/http/normalise.ts';
import type { Kind } from '../../kinds/schemas.ts';
import { deserialise, serialise, type VerificationRequest } from '../verification-request.ts';

/** The call of the request. The envelope is bound to the call, and to the purpose "request". */
type Call = { orgId: string; id: string; kind: Kind };

export function requestContext({ orgId, id, kind }: Call): EnvelopeContext {
  return {
    orgId,
    id,
    kind: `identity-request:${kind}`,
  };
}

/** Null without a KMS. @throws the key provider's error when it is unavailable */
export async function sealRequest(
  envelopes: Envelopes,
  call: Call,
  request: VerificationRequest,
): Promise<string | null> {
  const context = { ...requestContext(call), subject: request.subjectId };
  return envelopes.seal(context, serialise(request));
}

/** @throws EnvelopeError; the key provider's error when it is unavailable */
export async function openRequest(
  envelopes: Envelopes,
  call: Call,
  envelope: string,
): Promise<VerificationRequest> {
  const plaintext = await envelopes.open(requestContext(call), envelope);
  try {
    const request = deserialise(plaintext.toString());
    // A request from an older version may have ids that are not in NFC.
    return { ...request, subjectId: externalId(request.subjectId) };
  } finally {
    plaintext.fill(0);
  }
}
