import { startVendor, type Behaviour, type VendorServer } from './server.ts';

export const DOJAH_CREDENTIALS = { appId: 'dojah-app-0001', secretKey: 'dojah_sk_5ecre7' };

/** Answers from the documentation, without unused fields and with shortened photos. */
export const DOJAH_ANSWERS = {
  bvn: {
    entity: {
      bvn: '22222222222',
      title: 'Mr',
      first_name: 'JOSHUA',
      middle_name: 'OLUWATIMILEYIN',
      last_name: 'OLADIPO',
      date_of_birth: '28-Jun-2000',
      email: 'JOSHUA@EXAMPLE.COM',
      gender: 'Male',
      phone_number1: '07085460116',
      phone_number2: '',
      level_of_account: 'Level 2 - Medium Level Accounts',
      residential_address: '24, AKATA OWODE, ILORIN',
      nationality: 'Nigeria',
      watch_listed: 'NO',
      image: '/9j/4AAQ',
    },
  },
  nin: {
    entity: {
      first_name: 'JOHN',
      middle_name: 'DOE',
      surname: 'ALAMUTU',
      birth_date: '10-06-1993',
      gender: 'm',
      telephone: '08012345678',
      picture: '/9j/4AAQ',
      signature: '/9j/4AAQ',
    },
  },
  vnin: {
    entity: {
      vnin: 'AB012345678910YZ',
      firstname: 'JOHN',
      middlename: 'DOE',
      surname: 'ALAMUTU',
      user_id: 'AB12345-1234',
      gender: 'm',
      mobile: '08012345678',
      dateOfBirth: '10-06-1993',
      photo: '/9j/4AAQ',
    },
  },
  za: {
    entity: {
      id_number: '9906123456789',
      full_name: 'PULENG KHUMALO',
      last_name: 'KHUMALO',
      maiden_name: '',
      date_of_birth: '1999-06-10',
      gender: 'Female',
      id_blocked: 'NO',
      on_NPR: 'YES',
      status: 200,
    },
  },
  zw: {
    entity: {
      person_no: '45190221E45',
      status: 'A',
      surname: 'DOE',
      first_name: 'JOHN',
      sex: 'F',
      date_of_birth: '1901-01-01',
      birth_place: 'Earth',
    },
  },
  account: { entity: { account_number: '3046507407', account_name: 'MOSHOOD KOLAWOLE SALIU' } },
  liveness: {
    entity: {
      liveness: { liveness_check: true, liveness_probability: 91.25 },
      face: {
        face_detected: true,
        message: 'face detected',
        multiface_detected: false,
        details: {
          age_range: { low: 21, high: 27 },
          sunglasses: { value: false, confidence: 99.07 },
          eyes_open: { value: true, confidence: 98.43 },
        },
        quality: { brightness: 54.56, sharpness: 83.14 },
      },
    },
  },
  face_match: {
    entity: {
      selfie: {
        confidence_value: 99.90354919433594,
        match: true,
        photoId_image_blurry: false,
        selfie_image_blurry: false,
        selfie_glare: false,
        age_range: '20-30',
        sunglasses: false,
      },
    },
  },
};

/** Numbers in its registers. */
const KNOWN: Record<string, [parameter: string, value: string, answer: unknown, name: string]> = {
  '/api/v1/kyc/bvn/full': ['bvn', '22222222222', DOJAH_ANSWERS.bvn, 'bvn'],
  '/api/v1/kyc/nin': ['nin', '70123456789', DOJAH_ANSWERS.nin, 'nin'],
  '/api/v1/kyc/vnin': ['vnin', 'AB012345678910YZ', DOJAH_ANSWERS.vnin, 'vnin'],
  '/api/v1/za/kyc/id': ['id_number', '9906123456789', DOJAH_ANSWERS.za, 'national_id'],
  '/api/v1/zw/kyc/nin': ['id_number', '45190221E45', DOJAH_ANSWERS.zw, 'national_id'],
  '/api/v1/general/account': [
    'account_number',
    '3046507407',
    DOJAH_ANSWERS.account,
    'account number',
  ],
};

const behave: Behaviour = ({ method, path, query, headers, json }) => {
  const { appId, secretKey } = DOJAH_CREDENTIALS;
  if (headers['appid'] !== appId || headers['authorization'] !== secretKey)
    return { status: 401, json: { error: 'Unauthorized' } };
  const register = KNOWN[path];
  if (method === 'GET' && register) {
    const [parameter, value, answer, name] = register;
    if (query[parameter] === value) return { status: 200, json: answer };
    return { status: 404, json: { error: `${name} not found` } };
  }
  const images = json as Record<string, string>;
  if (method === 'POST' && path === '/api/v1/ml/liveness/' && images['image'])
    return { status: 200, json: DOJAH_ANSWERS.liveness };
  if (method === 'POST' && path === '/api/v1/kyc/photoid/verify' && images['photoid_image'])
    return { status: 200, json: DOJAH_ANSWERS.face_match };
  return { status: 404, json: { error: 'Not Found' } };
};

export function startDojah(): Promise<VendorServer> {
  return startVendor(behave);
}
