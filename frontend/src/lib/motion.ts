import { flushSync } from 'react-dom';

/** The moving part: the page beside the sidebar, or an article that opens or closes. `app/theme/motion.css` has the movements. */
type Moving = 'page' | 'article';

/** The longest time, in milliseconds, for which a change waits for the browser to be ready to show it moving. */
const LONGEST_WAIT_MS = 150;

/** The events of a reader's input, which a movement never holds up. */
const INPUTS = ['pointerdown', 'touchstart', 'keydown', 'wheel'] as const;

let finishCurrent: (() => void) | null = null;

/**
 * Gives the click of a press that ended a movement to the element under the pointer. What moves is not found under it, so the
 * browser gives the click to an ancestor of both.
 */
const passOnClick = (press: Event): void => {
  if (!(press instanceof PointerEvent)) return;
  const pass = (click: MouseEvent): void => {
    const under = document.elementFromPoint(click.clientX, click.clientY);
    const isAbove = click.target instanceof Node && click.target !== under && click.target.contains(under);
    if (under === null || !isAbove) return;
    click.stopImmediatePropagation();
    click.preventDefault();
    under.dispatchEvent(new MouseEvent('click', { ...modifiersOf(click), bubbles: true, cancelable: true }));
  };
  const ended = new AbortController();
  const { signal } = ended;
  document.addEventListener('click', pass, { capture: true, once: true, signal });
  // The next press is one of its own, whether this one became a click or not.
  document.addEventListener('pointerdown', () => ended.abort(), { capture: true, once: true, signal });
};

const modifiersOf = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): MouseEventInit => ({
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
});

const isWanted = (): boolean =>
  'startViewTransition' in document &&
  document.visibilityState === 'visible' &&
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Makes a change of the page and shows it as a movement, where the browser can and the reader wants motion; otherwise it
 * makes the change at once. The browser makes it at the next frame. Whatever the reader does until the movement has ended
 * ends it, after the change. `settled` resolves when a change that takes longer is shown.
 */
export const moved = (what: Moving, change: () => void, settled?: () => Promise<void>): void => {
  finishCurrent?.();
  if (!isWanted()) {
    change();
    return;
  }
  const { dataset } = document.documentElement;
  let isMade = false;
  const make = (): void => {
    if (isMade) return;
    isMade = true;
    flushSync(change);
  };
  dataset['moving'] = what;
  const transition = document.startViewTransition(async () => {
    make();
    await settled?.();
  });
  const finish = (): void => {
    make();
    transition.skipTransition();
  };
  const timer = setTimeout(() => {
    if (!isMade) finish();
  }, LONGEST_WAIT_MS);
  const onInput = (input: Event): void => {
    // Before the change, what is pressed is what the reader sees.
    const isShown = isMade;
    finish();
    if (isShown) passOnClick(input);
  };
  finishCurrent = finish;
  for (const input of INPUTS) document.addEventListener(input, onInput, { capture: true, passive: true });
  const end = (): void => {
    clearTimeout(timer);
    for (const input of INPUTS) document.removeEventListener(input, onInput, { capture: true });
    // Another movement may have begun.
    if (finishCurrent !== finish) return;
    finishCurrent = null;
    delete dataset['moving'];
  };
  // A movement that is ended early is no error.
  transition.ready.catch(() => undefined);
  void transition.finished.then(end, end);
};

/**
 * Shows another page of this application as a movement. The same page, such as another list, changes at once, and so does
 * one below a window or the drawer, which would be hidden meanwhile.
 */
export const movedTo = (address: string, change: () => void): void => {
  const { href, pathname, hash } = window.location;
  const isOther = new URL(address, href).pathname !== pathname;
  if (isOther && hash === '') moved('page', change);
  else change();
};
