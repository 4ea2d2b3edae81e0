import { sql } from 'kysely';
import { isExported } from '../../../../platform/db/lists/exported.ts';
import type { ExportSource } from '../../../../platform/export-source.ts';

export const verificationsExport: ExportSource = {
  description:
    "One row for each verification, without the provider's answer and without identifiers. The range applies to the time of " +
    'the answer; `service` selects a kind.',
  columns: [
    { name: 'id', type: 'code', description: 'Id of the verification.' },
    { name: 'subjectId', type: 'text', description: 'Your id of the person or merchant.' },
    {
      name: 'kind',
      type: 'code',
      description: '`bvn`, `nin`, `liveness`, `face_match` or `account`.',
    },
    { name: 'country', type: 'code', description: 'ISO 3166-1 alpha-2.' },
    { name: 'status', type: 'code', description: '`verified`, `failed` or `provider_down`.' },
    { name: 'reason', type: 'text', description: 'With `failed`, the reason: one word.' },
    { name: 'metadata', type: 'text', description: 'JSON, as in the API.' },
    { name: 'provider', type: 'text', description: 'Label of the provider that answered.' },
    { name: 'replayOf', type: 'code', description: 'The call that this one repeats, if any.' },
    { name: 'verifiedAt', type: 'timestamp', description: 'When it was answered.' },
  ],
  order: ['verifiedAt', 'id'],
  query(filter) {
    return sql`SELECT id, subject_id AS "subjectId", kind, country, status, reason, metadata::text AS metadata, provider,
        replay_of AS "replayOf", verified_at AS "verifiedAt"
      FROM identity_verifications WHERE ${isExported(filter, { at: 'verified_at', state: 'kind' })}`;
  },
};
