import { hashOf } from '../../../platform/audit/action.ts';
import type { ConsentTexts } from './store.ts';

const CONSENT_DOMAIN = 'oriki-consent-v1';

/** SHA-256 of a JSON array of strings, in hex: docs/audit-log.md. */
export function hashConsent(row: ConsentTexts): string {
  const { org_id, subject_id, purpose, text_version, channel, given_at, reference } = row;
  return hashOf([
    CONSENT_DOMAIN,
    org_id,
    subject_id,
    purpose,
    text_version,
    channel,
    given_at,
    reference,
  ]).toString('hex');
}
