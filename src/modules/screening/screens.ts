import type { ConsoleScreen } from '../module.ts';

/** The module's screens in the console. */
export const SCREENS = {
  '/review': {
    file: 'review/queue',
    component: 'Queue',
    navigation: { title: 'Review queue', scope: 'fraud:screen', place: 20 },
  },
  '/review/$id': {
    file: 'review/hit',
    component: 'HitScreen',
  },
  '/search': {
    file: 'search/search',
    component: 'Search',
    navigation: { title: 'Search', scope: 'fraud:screen', place: 40 },
  },
  '/search/$id': {
    file: 'search/screening',
    component: 'ScreeningScreen',
  },
  '/files': {
    file: 'search/files',
    component: 'Files',
    navigation: { title: 'Files of names', scope: 'fraud:screen', place: 50 },
  },
  '/subjects/$id': {
    file: 'subject',
    component: 'SubjectScreen',
  },
  '/lists': {
    file: 'lists/lists',
    component: 'Lists',
    navigation: { title: 'Lists', scope: 'fraud:manage', place: 70 },
  },
  '/lists/$id': {
    file: 'lists/list',
    component: 'OwnList',
  },
  '/global-lists': {
    file: 'operators/global-lists',
    component: 'GlobalLists',
    navigation: { title: 'Global lists', scope: 'platform:admin', place: 200 },
  },
  '/global-lists/$id': {
    file: 'operators/global-list',
    component: 'GlobalListScreen',
  },
} satisfies Record<string, ConsoleScreen>;
