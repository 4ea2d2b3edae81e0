/** Both screens of verification sessions, which load together: each further file costs every first view. */
export { SessionScreen } from './session.tsx';
export { Sessions } from './sessions.tsx';
