import { startVendor, type Behaviour, type VendorServer } from './server.ts';

export const FLUTTERWAVE_CREDENTIALS = { secretKey: 'FLWSECK_TEST-5ecre7-X' };

export const FLUTTERWAVE_ANSWERS = {
  account: {
    status: 'success',
    message: 'Account details fetched',
    data: { account_number: '0690000032', account_name: 'Pastor Bright' },
  },
  invalid: {
    status: 'error',
    message: 'Sorry, that account number is invalid, please check and try again',
    data: null,
  },
};

const behave: Behaviour = ({ method, path, headers, json }) => {
  if (headers['authorization'] !== `Bearer ${FLUTTERWAVE_CREDENTIALS.secretKey}`)
    return { status: 401, json: { status: 'error', message: 'Invalid authorization key' } };
  if (method !== 'POST' || path !== '/v3/accounts/resolve')
    return { status: 404, json: { status: 'error', message: 'Cannot POST' } };
  const { account_number: number, account_bank: bank } = json as Record<string, string>;
  if (number === '0690000032' && bank === '044')
    return { status: 200, json: FLUTTERWAVE_ANSWERS.account };
  return { status: 400, json: FLUTTERWAVE_ANSWERS.invalid };
};

export function startFlutterwave(): Promise<VendorServer> {
  return startVendor(behave);
}
