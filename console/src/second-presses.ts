/** Maximum time between the two presses of a double click, and their maximum distance in CSS pixels. */
const SECOND_WITHIN_MS = 500;
const SECOND_WITHIN_PX = 24;

const EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;

/** The last press, and the element that was under the pointer at the first press of the double click. */
let last: { on: Element; at: number; x: number; y: number } | undefined;
let isDropped = false;

function pressedBy({ target }: Event): Element {
  const element = target as Element;
  return element.closest('a, button, summary, label, tr') ?? element;
}

function isSecond({ clientX, clientY, timeStamp }: MouseEvent): boolean {
  return (
    last !== undefined &&
    timeStamp - last.at < SECOND_WITHIN_MS &&
    Math.hypot(clientX - last.x, clientY - last.y) < SECOND_WITHIN_PX
  );
}

function see(event: MouseEvent): void {
  if (event.type === 'pointerdown') {
    const on = pressedBy(event);
    isDropped = isSecond(event) && last!.on !== on;
    const { clientX: x, clientY: y, timeStamp: at } = event;
    last = { on: isDropped ? last!.on : on, at, x, y };
  }
  // The click of a key or a script has no press.
  if (!isDropped || (event.type === 'click' && event.detail === 0)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function seeKey(event: KeyboardEvent): void {
  // A key between two presses makes them two clicks.
  last = undefined;
  // While a person holds Enter down, the browser presses each button that gets the focus.
  if (!event.repeat || event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Ignores the second press of a double click if its target appeared under the pointer after the first press, such as
 * a question that the first opened. An Enter that is held down counts once.
 */
export function dropSecondPresses(): void {
  for (const type of EVENTS) addEventListener(type, see, true);
  addEventListener('keydown', seeKey, true);
}
