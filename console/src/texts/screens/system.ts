import { textsOf } from '../text.ts';

/** Texts of the operators' screen of the system. */
const SYSTEM = {
  'system.checks': 'Checks',
  'system.here': 'What the process that answers finds, as “oriki doctor” says it.',
  'system.again': 'Check again',
  'system.page': 'Read more: {page}',
  'system.jobs': 'Background work',
  'system.aboutJobs': 'What each job does, and what happens when it stops',
  'system.noJobs': 'There are no jobs.',
  'system.job': 'Job',
  'system.state': 'State',
  'system.failing': 'failing',
  'system.running': 'running',
  'system.waiting': 'waiting',
  'system.never': 'has not run yet',
  'system.last': 'Last run',
  'system.next': 'Next run',
  'system.failures': 'Failures in a row',
  'system.error': 'Error',
  'system.holder': 'Process',
};

/** A text of these screens, or of all. */
export const t = textsOf(SYSTEM);
