/** The second key of a chord comes within this time, in milliseconds. */
export const CHORD_MS = 1500;

const writes = (element: Element): boolean =>
  element.matches('textarea, select, [contenteditable="true"]') ||
  (element.matches('input') && !element.matches('[type=radio], [type=checkbox]'));

/** Checks if a key press belongs to the focused element: a text field, or an open dialog or menu. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.target instanceof Element &&
  (writes(event.target) || event.target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null);
