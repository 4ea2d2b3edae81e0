import { EXAMPLE_CHOICE } from '../profile/examples.ts';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  dryRunScreeningProfile: {
    body: { ...EXAMPLE_CHOICE, days: 7 },
    data: {
      screenings: 100,
      appeared: 0,
      vanished: 1,
      changed: [
        {
          screeningId: 'scr_01kf3vm9c4e6g8j0m2p4r6t8v0',
          appeared: 0,
          vanished: 1,
          outcome: 'review',
          proposed: 'clear',
        },
      ],
      next: 'scr_01kf3vm9c4e6g8j0m2p4r6t8v0',
    },
  },
};
