import { startVendor, type Behaviour, type VendorServer } from './server.ts';

export const PAYSTACK_CREDENTIALS = { secretKey: 'sk_test_paystack5ecre7' };

export const PAYSTACK_ANSWERS = {
  account: {
    status: true,
    message: 'Account number resolved',
    data: { account_number: '0001234567', account_name: 'Doe Jane Loren', bank_id: 9 },
  },
  unresolved: {
    status: false,
    message: 'Could not resolve account name. Check parameters or try again.',
    type: 'validation_error',
    code: 'validation_error',
  },
};

const behave: Behaviour = ({ method, path, query, headers }) => {
  if (headers['authorization'] !== `Bearer ${PAYSTACK_CREDENTIALS.secretKey}`)
    return { status: 401, json: { status: false, message: 'Invalid key' } };
  if (method !== 'GET' || path !== '/bank/resolve')
    return { status: 404, json: { status: false, message: 'Not found' } };
  if (query['account_number'] === '0001234567' && query['bank_code'] === '058')
    return { status: 200, json: PAYSTACK_ANSWERS.account };
  return { status: 422, json: PAYSTACK_ANSWERS.unresolved };
};

export function startPaystack(): Promise<VendorServer> {
  return startVendor(behave);
}
