import { textsOf } from '../text.ts';

/** Texts of the operators' screen of the system. */
const SYSTEM = {
  'system.checks': 'Checks',
  'system.here': 'Findings of the process that answered, as “oriki doctor” prints them.',
  'system.again': 'Check again',
  'system.page': 'Read more: {page}',
  'system.jobs': 'Background work',
  'system.aboutJobs': 'What each job does, and the effect when it stops',
  'system.noJobs': 'No jobs.',
  'system.job': 'Job',
  'system.state': 'State',
  'system.failing': 'failing',
  'system.running': 'running',
  'system.waiting': 'waiting',
  'system.never': 'never',
  'system.last': 'Last run',
  'system.next': 'Next run',
  'system.failures': 'Consecutive failures',
  'system.error': 'Error',
  'system.holder': 'Process',
};

/** A text of these screens, or of all. */
export const t = textsOf(SYSTEM);
