/** The place of the last focused element outside of windows: its path to the root, and the index of its row in a table. */
let last: { path: readonly [Element, ...Element[]]; row: number | undefined } | undefined;
let isDue = false;

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary';
const WINDOW = '[role=dialog]';

function firstIn(within: Element | null | undefined): HTMLElement | undefined {
  return within?.querySelector<HTMLElement>(FOCUSABLE) ?? undefined;
}

/** Returns the element that gets the focus after a row is removed: in the next row, or in the last one. */
function inRowFrom(index: number, table: Element | undefined): HTMLElement | undefined {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])];
  const row = rows.find((one) => Number(one.dataset['index']) >= index) ?? rows.at(-1);
  // Keys act on such a row, and the person has not chosen it.
  if (row?.hasAttribute('tabindex')) return table as HTMLElement;
  // The buttons of a row are in its last cell.
  return firstIn(row?.lastElementChild) ?? firstIn(row);
}

/** Returns what gets the focus of the last element; undefined for a disabled button, which gets it when it is enabled. */
function successor(): HTMLElement | undefined {
  const [element, ...ancestors] = last!.path;
  if (element.isConnected)
    return element.matches(':disabled')
      ? firstIn(element.closest('form'))
      : (element as HTMLElement);
  const present = ancestors.filter((one) => one.isConnected);
  const main = present.find((one) => one.matches('main')) as HTMLElement | undefined;
  const inside = present.slice(0, main ? present.indexOf(main) : 0);
  const table = present.find((one) => one.matches('.rows'));
  return (
    (last!.row === undefined ? undefined : inRowFrom(last!.row, table)) ??
    inside.map(firstIn).find((one) => one !== undefined) ??
    main
  );
}

function isLost(): boolean {
  return (
    last !== undefined &&
    document.activeElement === document.body &&
    document.querySelector(WINDOW) === null
  );
}

function giveBack(): void {
  isDue = false;
  if (!isLost()) return;
  const next = successor();
  next?.focus({ preventScroll: true });
  if (next && next.tagName !== 'MAIN') next.scrollIntoView({ block: 'nearest' });
}

/**
 * Keeps the focus in its place from now on. An element that leaves the page would give it to the whole page: the row of a
 * removed list, a webhook that was deleted, a button that its own press replaced.
 */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => {
    const element = target as Element;
    if (element.closest(WINDOW)) return;
    const path: [Element, ...Element[]] = [element];
    for (let one = element.parentElement; one; one = one.parentElement) path.push(one);
    const row = element.closest<HTMLElement>('tr[data-index]')?.dataset['index'];
    last = { path, row: row === undefined ? undefined : Number(row) };
  });
  addEventListener(
    'pointerdown',
    ({ target }) => {
      // A person who presses next to the buttons wants the focus nowhere.
      if (!last?.path[0].contains(target as Node)) last = undefined;
    },
    true,
  );
  new MutationObserver(() => {
    if (isDue || !isLost()) return;
    isDue = true;
    // A window that closes gives the focus back itself, in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(giveBack));
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}
