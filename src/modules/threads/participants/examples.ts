const SUPERVISOR = { externalId: 'lead-2', role: 'supervisor', displayName: 'Ngozi' };

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  addThreadParticipant: {
    body: SUPERVISOR,
    data: { participantId: 'participant_01kf3w2b4d6f8h0k2n4q6s8v0x', ...SUPERVISOR },
  },
  removeThreadParticipant: {
    query: { externalId: 'agent-3', role: 'agent' },
    data: { id: 'participant_01kf3w1a3c5e7g9j1m3p5r7t9v', deleted: true },
  },
};
