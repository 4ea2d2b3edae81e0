import { startVendor, type Behaviour, type Reply, type VendorServer } from './server.ts';

export const PREMBLY_CREDENTIALS = { appId: 'prembly-app-0001', apiKey: 'prembly_5ecre7' };

const VERIFICATION = { status: 'VERIFIED', reference: '5f0bfc64-57a5-4eed-b050-83a251a7830f' };
const DONE = {
  status: true,
  detail: 'Verification successful',
  response_code: '00',
  verification: VERIFICATION,
};

export const PREMBLY_ANSWERS = {
  bvn: {
    ...DONE,
    data: {
      bvn: '54651333604',
      firstName: 'TEST',
      middleName: 'MIDDLE',
      lastName: 'TESTER',
      dateOfBirth: '2-Aug-1904',
      phoneNumber1: '09082838483',
      gender: 'Male',
      enrollmentBank: '034',
      levelOfAccount: 'Level 1 - Low Level Accounts',
      residentialAddress: '4, YABA STREET, LAGOS',
      watchListed: 'NO',
      base64Image: '/9j/4AAQ',
    },
  },
  nin: {
    ...DONE,
    nin_data: {
      nin: '12345678909',
      firstname: 'JOHN',
      middlename: 'DAVID',
      surname: 'DOE',
      birthdate: '01-01-1980',
      gender: 'm',
      telephoneno: '08012345678',
      photo: '/9j/4AAQ',
    },
  },
  ke: {
    status: true,
    message: 'Information Validated',
    response_code: '00',
    data: {
      identity_type: 'National ID',
      identity_number: '10101010',
      identity_name: 'John Doe Test',
      date_of_birth: '1990-10-10',
      gender: 'Male',
      photo: '/9j/4AAQ',
      place_of_birth: 'Nairobi',
    },
  },
  account: {
    ...DONE,
    account_data: { account_name: 'JOHN DAVID DOE', account_number: '0123456789' },
  },
  liveness: { ...DONE, confidence: 0.9921, confidence_in_percentage: 99.21 },
  face_match: { ...DONE, detail: 'Face Match', confidence: 87.5 },
  missing: {
    status: false,
    detail: 'Record not found',
    response_code: '01',
    verification: { status: 'NOT-VERIFIED', reference: '' },
  },
};

const KNOWN: Record<string, [value: string, answer: unknown]> = {
  '/verification/bvn': ['54651333604', PREMBLY_ANSWERS.bvn],
  '/verification/vnin-basic': ['12345678909', PREMBLY_ANSWERS.nin],
  '/verification/ke/national_id': ['10101010', PREMBLY_ANSWERS.ke],
  '/verification/bank_account/basic': ['0123456789', PREMBLY_ANSWERS.account],
};

const behave: Behaviour = ({ method, path, headers, json }): Reply => {
  const { appId, apiKey } = PREMBLY_CREDENTIALS;
  if (headers['app-id'] !== appId || headers['x-api-key'] !== apiKey)
    return { status: 401, json: { status: false, detail: 'Invalid API key' } };
  const body = json as Record<string, string>;
  const register = KNOWN[path];
  if (method === 'POST' && register)
    return {
      status: 200,
      json: body['number'] === register[0] ? register[1] : PREMBLY_ANSWERS.missing,
    };
  if (path === '/verification/biometrics/face/liveliness_check' && body['image'])
    return { status: 200, json: PREMBLY_ANSWERS.liveness };
  if (path === '/verification/biometrics/face/comparison' && body['image_one'] && body['image_two'])
    return { status: 200, json: PREMBLY_ANSWERS.face_match };
  return { status: 404, text: '<h1>Not Found</h1>' };
};

export function startPrembly(): Promise<VendorServer> {
  return startVendor(behave);
}
