/** The time an article must be visible before reaching its end counts as reading it, in milliseconds. */
export const SCROLLED_MS = 5_000;
/** The same for a short article whose end is visible without scrolling. It is longer: no scrolling shows interest. */
export const SHORT_MS = 10_000;

type Watch = {
  /** Reports if the end of the text is on screen. */
  seen: (isInView: boolean) => void;
  /** Reports if the page is visible. Time in another tab does not count. */
  shown: (isShown: boolean) => void;
  stop: () => void;
};

type Parts = {
  /** Returns the time of a clock that never goes back, in milliseconds. */
  now: () => number;
  /** Calls `run` after this many milliseconds. Returns a function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
  onEnd: () => void;
};

/** Calls `onEnd` once when the article has been read to its end. The article counts as open from this call on. */
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
