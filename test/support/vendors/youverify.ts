import { startVendor, type Behaviour, type VendorServer } from './server.ts';

export const YOUVERIFY_CREDENTIALS = { token: 'youverify.5ecre7' };

function found(type: 'bvn' | 'nin' | 'vnin') {
  return {
    success: true,
    statusCode: 200,
    message: 'success',
    data: {
      id: '6332e5e3ee5b8d6e4e4b8a4d',
      status: 'found',
      reason: null,
      dataValidation: false,
      selfieValidation: false,
      firstName: 'Sarah',
      middleName: 'Jane',
      lastName: 'Doe',
      dateOfBirth: '1988-04-04',
      mobile: '08000000000',
      gender: 'Female',
      image: 'data:image/jpg;base64,/9j/4AAQ',
      idNumber: '11111111111',
      type,
      country: 'NG',
      requestedAt: '2026-11-21T09:40:00.000Z',
    },
  };
}

export const youverifyAnswers = {
  bvn: found('bvn'),
  nin: found('nin'),
  vnin: found('vnin'),
  missing: {
    success: true,
    statusCode: 200,
    message: 'success',
    data: { id: '6332e5e3', status: 'not_found', reason: 'ID Number Not Found', firstName: null },
  },
};

const behave: Behaviour = ({ method, path, headers, json }) => {
  if (headers['token'] !== YOUVERIFY_CREDENTIALS.token)
    return {
      status: 403,
      json: { success: false, statusCode: 403, message: 'Permission denied', data: {} },
    };
  const kind = /^\/v2\/api\/identity\/ng\/(bvn|nin|vnin)$/.exec(path)?.[1];
  if (method !== 'POST' || (kind !== 'bvn' && kind !== 'nin' && kind !== 'vnin'))
    return { status: 404, json: { success: false, statusCode: 404, message: 'Not Found' } };
  const { id, isSubjectConsent } = json as Record<string, unknown>;
  if (isSubjectConsent !== true)
    return {
      status: 400,
      json: { success: false, statusCode: 400, message: 'isSubjectConsent must be true' },
    };
  return {
    status: 200,
    json:
      id === (kind === 'vnin' ? 'YV111111111111FY' : '11111111111')
        ? youverifyAnswers[kind]
        : youverifyAnswers.missing,
  };
};

export function startYouverify(): Promise<VendorServer> {
  return startVendor(behave);
}
