import { gestureOf, isAtEdge, swipeAct } from '../pane/swipe.ts';

/** A row under a finger: what letting go would do on this side, and whether it is far enough for that. */
export type Swiped = {
  articleId: string;
  act: 'read' | 'save';
  isFar: boolean;
  /** The place of the row on the screen, in pixels. */
  box: { top: number; left: number; width: number; height: number };
};

type Start = { x: number; y: number; row: HTMLElement; articleId: string; width: number; isSwipe: boolean };

const rowAt = (target: EventTarget | null, list: HTMLElement): HTMLElement | null => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-article]') : null;
  // In the text of an open article a finger selects, scrolls tables, and so on.
  const isText = target instanceof Element && target.closest('section[aria-labelledby]') !== null;
  return row !== null && !isText && row.parentElement === list ? row : null;
};

/** Moves a row with the finger; 0 puts it back. */
const move = ({ row }: Start, dx: number): void => {
  // Without it the moved row would widen the page, and what is fixed to the lower edge of the screen would leave it.
  if (row.parentElement !== null) row.parentElement.style.overflowX = dx === 0 ? '' : 'clip';
  row.style.transform = dx === 0 ? '' : `translateX(${dx}px)`;
  row.style.zIndex = dx === 0 ? '' : '2';
  row.style.position = dx === 0 ? '' : 'relative';
  row.style.background = dx === 0 ? '' : 'var(--chakra-colors-bg)';
};

const swipedBy = ({ row, articleId, width }: Start, dx: number): Swiped => {
  const { top, left, height } = row.getBoundingClientRect();
  return {
    articleId,
    act: dx > 0 ? 'read' : 'save',
    isFar: swipeAct(dx, width) !== null,
    box: { top, left: left - dx, width, height },
  };
};

/** Follows fingers over the rows of a list. `show` gets what letting go would do, and `onAct` what it did. */
export const followFingers = (
  list: HTMLElement,
  show: (swiped: Swiped | null) => void,
  onAct: (articleId: string, act: 'read' | 'save') => void,
): (() => void) => {
  let start: Start | null = null;
  const end = (): void => {
    if (start?.isSwipe === true) {
      move(start, 0);
      show(null);
    }
    start = null;
  };
  const onDown = (event: PointerEvent): void => {
    end();
    const row = event.pointerType === 'touch' && event.isPrimary ? rowAt(event.target, list) : null;
    const articleId = row?.getAttribute('data-article') ?? null;
    if (row === null || articleId === null || isAtEdge(event.clientX, window.innerWidth)) return;
    start = { x: event.clientX, y: event.clientY, row, articleId, width: row.clientWidth, isSwipe: false };
  };
  const onMove = ({ clientX, clientY, isPrimary }: PointerEvent): void => {
    if (start === null || !isPrimary) return;
    const dx = clientX - start.x;
    if (!start.isSwipe) {
      const gesture = gestureOf({ dx, dy: clientY - start.y });
      if (gesture === 'scroll') start = null;
      if (gesture !== 'swipe' || start === null) return;
      start.isSwipe = true;
    }
    move(start, dx);
    show(swipedBy(start, dx));
  };
  const onUp = ({ clientX }: PointerEvent): void => {
    const done = start?.isSwipe === true ? start : null;
    const act = done === null ? null : swipeAct(clientX - done.x, done.width);
    end();
    if (done !== null && act !== null) onAct(done.articleId, act);
  };
  list.addEventListener('pointerdown', onDown);
  list.addEventListener('pointermove', onMove);
  list.addEventListener('pointerup', onUp);
  // The browser scrolls, or goes back by its own gesture.
  list.addEventListener('pointercancel', end);
  return () => {
    end();
    list.removeEventListener('pointerdown', onDown);
    list.removeEventListener('pointermove', onMove);
    list.removeEventListener('pointerup', onUp);
    list.removeEventListener('pointercancel', end);
  };
};
