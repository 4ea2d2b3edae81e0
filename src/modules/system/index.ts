import type { Module } from '../module.ts';
import { access, type SystemServices } from './routes.ts';
import { systemRoutes } from './routes.ts';

/**
 * Shows operators the state of the system, as `oriki doctor` and `oriki jobs list` do. The composition gives both answers
 * (`src/start/system.ts`), because they are about the configuration and the jobs of all modules.
 */
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
