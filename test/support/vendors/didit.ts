import { startVendor, type Behaviour, type VendorServer } from './server.ts';

export const DIDIT_CREDENTIALS = { apiKey: 'didit-5ecre7' };

export const diditAnswers = {
  liveness: {
    request_id: 'a1b2c3d4-e5f6-7890-1234-567890abcdef',
    liveness: {
      status: 'Approved',
      method: 'PASSIVE',
      score: 95,
      user_image: {
        entities: [{ bbox: [661, 728, 1688, 2188], confidence: 0.732973, age: 26.91, race: null }],
        best_angle: 0,
      },
      warnings: [],
      face_quality: 84.21,
      face_luminance: 50.33,
    },
    created_at: '2026-06-12T01:04:42.763237+00:00',
  },
  face_match: {
    request_id: 'a1b2c3d4-e5f6-7890-1234-567890abcdef',
    face_match: { status: 'Approved', score: 80.02, warnings: [] },
    created_at: '2026-06-12T01:04:42.763237+00:00',
  },
};

export function diditWarning(risk: string, logType = 'error') {
  return {
    risk,
    additional_data: null,
    log_type: logType,
    short_description: risk,
    long_description: risk,
  };
}

const behave: Behaviour = ({ method, path, headers, body }) => {
  if (headers['x-api-key'] !== DIDIT_CREDENTIALS.apiKey)
    return { status: 401, json: { detail: 'Authentication credentials were not provided.' } };
  if (method === 'POST' && path === '/v3/passive-liveness/' && body.includes('"user_image"'))
    return { status: 200, json: diditAnswers.liveness };
  if (method === 'POST' && path === '/v3/face-match/' && body.includes('"ref_image"'))
    return { status: 200, json: diditAnswers.face_match };
  return { status: 400, json: { user_image: ['No file was submitted.'] } };
};

export function startDidit(): Promise<VendorServer> {
  return startVendor(behave);
}
