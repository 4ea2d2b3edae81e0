/** The text that was typed before the palette was loaded; a line break means Enter. */
let text: string | undefined;

/** Keeps every key from now on, until the palette's field takes the text or Escape discards it. */
export function keepKeys(): void {
  text ??= '';
}

/** Stops collecting keys. @returns the collected keys */
export function takeKeys(): string {
  const typed = text ?? '';
  text = undefined;
  return typed;
}

/** Keeps a key from the page while the palette loads. @returns true if the key discards the palette */
export function keepKey(event: KeyboardEvent): boolean {
  const { key } = event;
  if (text === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key === 'Backspace') text = text.slice(0, -1);
  else if (key === 'Enter') text += '\n';
  else if (key.length === 1) text += key;
  return key === 'Escape';
}
