const writes = (element: Element): boolean =>
  element.matches('textarea, select, [contenteditable="true"]') ||
  (element.matches('input') && !element.matches('[type=radio], [type=checkbox]'));

/** Whether a key belongs to what has the focus: a field being written in, or an open dialog or menu. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.target instanceof Element &&
  (writes(event.target) || event.target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null);
