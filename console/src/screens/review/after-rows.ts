/** The parts of the queue that its first view does not need: one file, so that one request loads them. */
export { ShownDecisions } from '../../parts/shown-decisions.tsx';
export { Bar } from './bar.tsx';
export { WorkedBy } from './claims.tsx';
export { Detail } from './detail.tsx';
export { Many } from './many.tsx';
export { OpenStatus } from './open-status.tsx';
export { Tick } from './tick.tsx';
