/** An article is no reading of a moment: its end counts when it has been open, and on screen, for so long. */
export const SCROLLED_MS = 5_000;
/** Where the end is in view from the start, nothing was scrolled that would tell: it takes longer. */
export const SHORT_MS = 10_000;

type Watch = {
  /** Whether the end of the text is on screen. */
  seen: (isInView: boolean) => void;
  /** Whether the page itself is: time in another tab does not count. */
  shown: (isShown: boolean) => void;
  stop: () => void;
};

type Parts = {
  /** Milliseconds that never go back. */
  now: () => number;
  /** Calls back after so many milliseconds; the answer takes that back. */
  after: (milliseconds: number, run: () => void) => () => void;
  onEnd: () => void;
};

/** Tells once when an article that has just been opened was read to its end. */
export const watchEnd = ({ now, after, onEnd }: Parts): Watch => {
  let required: number | null = null;
  let isInView = false;
  let shownSince: number | null = now();
  let shownBefore = 0;
  let isDone = false;
  let cancel = (): void => undefined;

  const plan = (): void => {
    cancel();
    if (isDone || !isInView || shownSince === null || required === null) return;
    const open = shownBefore + (now() - shownSince);
    cancel = after(Math.max(0, required - open), () => {
      isDone = true;
      onEnd();
    });
  };

  return {
    seen: (inView) => {
      required ??= inView ? SHORT_MS : SCROLLED_MS;
      isInView = inView;
      plan();
    },
    shown: (isShown) => {
      if (isShown === (shownSince !== null)) return;
      if (shownSince !== null) shownBefore += now() - shownSince;
      shownSince = isShown ? now() : null;
      plan();
    },
    stop: () => {
      isDone = true;
      cancel();
    },
  };
};
