import type { ExportSource } from '../../../platform/export-source.ts';
import { openAsked } from '../../approvals/index.ts';
import { openGiven } from '../hits/reasons.ts';
import { decisionRows } from './store.ts';

/** The decisions on hits, with the reasons of the deciders and of those who requested a decision. */
export const decisionsExport: ExportSource = {
  ...decisionRows,
  async open(envelopes, orgId, { column, text }) {
    const end = text.indexOf(':');
    const [id, sealed] = [text.slice(0, end), text.slice(end + 1)];
    if (id === '') return sealed;
    return column === 'askedReason'
      ? openAsked(envelopes, orgId, { id, envelope: sealed })
      : openGiven(envelopes, orgId, { id, reason: '', envelope: sealed, reason_id: null });
  },
};
