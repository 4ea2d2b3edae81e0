import { mayRead } from './data/me.ts';
import { SECTIONS } from './declared/navigation.ts';
import type { Me } from './queries/session.ts';

/** A screen in the navigation, with the scope that its data needs. */
export type Section = (typeof SECTIONS)[number];

/** Returns the screens by groups, in the order of the navigation. */
export function groupsIn(sections: Section[]): [Section['group'], Section[]][] {
  const groups = new Map<Section['group'], Section[]>();
  for (const section of sections)
    groups.set(section.group, [...(groups.get(section.group) ?? []), section]);
  return [...groups];
}

/** The screens that a person's roles open. */
export function sectionsFor(me: Me): Section[] {
  return SECTIONS.filter(({ scope }) => mayRead(me, scope));
}
