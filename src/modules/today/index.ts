import type { Module } from '../module.ts';
import { access, type TodayServices } from './routes.ts';
import { todayRoutes } from './routes.ts';

/** The work that is currently waiting for an organization. */
export const todayModule = {
  ...access,
  tags: { Today: 'The work that waits for the organization now, with one request.' },
  routes: todayRoutes,
  screens: {
    '/today': {
      file: 'today',
      component: 'Today',
      navigation: { title: 'Today', scope: 'fraud:screen', place: 10 },
    },
    '/team': {
      file: 'team',
      component: 'Team',
      navigation: { title: 'Team', scope: 'audit:read', place: 15 },
    },
  },
} satisfies Module<TodayServices>;
