import { mayRead } from './data/me.ts';
import { SECTIONS } from './declared/navigation.ts';
import type { Me } from './queries/session.ts';

/** A screen in the navigation, with the scope that its data needs. */
export type Section = (typeof SECTIONS)[number];

/** The screens that a person's roles open. */
export function sectionsFor(me: Me): Section[] {
  return SECTIONS.filter(({ scope }) => mayRead(me, scope));
}
