import { type ReactNode, lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Resolved when the page begins to load what the first view did not need. */
export const begun = Promise.withResolvers<void>();

/** A part of a screen that a person uses later than the rest: the first view does not load it. */
export function later<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await begun.promise;
    return { default: await load() };
  });
}

/** The place of buttons that are loaded later. */
export function Later(): ReactNode {
  return (
    <div className="toolbar later no-print">
      <span className="skeleton" />
    </div>
  );
}
