/** The time for which an element is waited for, in milliseconds. */
const patience = 5_000;

/** Puts the focus on the element with this id as soon as it is shown, and scrolls its line of the list to the top. */
export const focusWhenShown = (id: string): void => {
  const focus = (): boolean => {
    const element = document.getElementById(id);
    element?.focus({ preventScroll: true });
    element?.closest('li')?.scrollIntoView({ block: 'start', behavior: 'instant' });
    return element !== null;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => focus() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patience);
};
