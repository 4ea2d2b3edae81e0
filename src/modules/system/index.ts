import type { Module } from '../module.ts';
import { access, type SystemServices } from './routes.ts';
import { systemRoutes } from './routes.ts';

/** The system as operators see it: findings of checks, and background work. */
export const systemModule = {
  ...access,
  tags: { System: 'The operator’s view of the system: checks and background work.' },
  routes: [...systemRoutes],
  screens: {
    '/system': {
      file: 'operators/system',
      component: 'System',
      navigation: { title: 'System', scope: 'platform:admin', place: 220 },
    },
  },
} satisfies Module<SystemServices>;
