import { api } from '../data/client.ts';
import { answerOf } from './define.ts';

/** The figures of the team. */
export const TEAM = answerOf('team', api.today.getTeam, {});
