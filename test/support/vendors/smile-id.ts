import { createHmac } from 'node:crypto';
import { startVendor, type Behaviour, type VendorServer } from './server.ts';

export const SMILE_ID_CREDENTIALS = { partnerId: '00770011', apiKey: 'smile-5ecre7' };

/** Returns the signature of requests and of answers. */
export function smileSignature(timestamp: string, apiKey = SMILE_ID_CREDENTIALS.apiKey): string {
  return createHmac('sha256', apiKey)
    .update(timestamp, 'utf8')
    .update(SMILE_ID_CREDENTIALS.partnerId, 'utf8')
    .update('sid_request', 'utf8')
    .digest('base64');
}

type Asked = {
  country: string;
  id_type: string;
  id_number: string;
  partner_params: Record<string, unknown>;
};

/** Returns a signed answer with this result. */
export function smileAnswer(
  asked: Pick<Asked, 'partner_params'>,
  code: string,
  timestamp: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    JSONVersion: '1.0.0',
    SmileJobID: '0000001105',
    PartnerParams: asked.partner_params,
    ResultType: 'ID Verification',
    ResultText: 'ID Number Validated',
    ResultCode: code,
    IsFinalResult: 'true',
    Actions: { Verify_ID_Number: 'Verified', Return_Personal_Info: 'Returned' },
    ExpirationDate: 'NaN-NaN-NaN',
    Photo: 'Not Available',
    signature: smileSignature(timestamp),
    timestamp,
    ...more,
  };
}

export const SMILE_RECORD = {
  FullName: 'ADEYEMI KEHINDE ADUNOLA',
  DOB: '1989-09-20',
  Gender: 'F',
  PhoneNumber: '08012345678',
  Address: '12 Marina, Lagos',
};
const NOBODY = { FullName: 'Not Available', DOB: 'NaN-NaN-NaN' };

/** Keyed by the last digit of the number, as in the vendor's sandbox. */
const CODES: Record<string, string> = { 0: '1012', 1: '1013', 2: '1014', 3: '1015' };

function behaveAt(now: () => Date): Behaviour {
  return ({ method, path, json }) => {
    const asked = json as Asked & Record<string, string>;
    if (method !== 'POST' || path !== '/v1/id_verification')
      return { status: 404, text: '<h1>Not Found</h1>' };
    if (
      asked['partner_id'] !== SMILE_ID_CREDENTIALS.partnerId ||
      asked['signature'] !== smileSignature(asked['timestamp']!)
    )
      return { status: 400, json: { error: 'You are not authorized to do that.', code: '2205' } };
    const code = CODES[asked.id_number.replace(/[^0-9]/g, '').slice(-1)] ?? '1012';
    const about = { Country: asked.country, IDType: asked.id_type, IDNumber: asked.id_number };
    return {
      status: 200,
      json: smileAnswer(asked, code, now().toISOString(), {
        ...about,
        ...(code === '1012' ? SMILE_RECORD : NOBODY),
      }),
    };
  };
}

export function startSmileId(now: () => Date): Promise<VendorServer> {
  return startVendor(behaveAt(now));
}
