import { useLayoutEffect } from 'react';
import { collapsePicture } from './pictures.ts';

type Labels = { table: string; code: string; image: (description: string) => string };

/** Lets the keyboard into the frames that scroll, and only into those. */
const nameFrames = (root: Element, { table, code }: Labels): void => {
  for (const frame of root.querySelectorAll<HTMLElement>('[data-scrolls]')) {
    const scrolls = frame.scrollWidth > frame.clientWidth + 1;
    if (scrolls === frame.hasAttribute('tabindex')) continue;
    if (!scrolls) for (const name of ['tabindex', 'role', 'aria-label']) frame.removeAttribute(name);
    else {
      frame.tabIndex = 0;
      frame.setAttribute('role', 'region');
      frame.setAttribute('aria-label', frame.dataset['scrolls'] === 'table' ? table : code);
    }
  }
};

/**
 * Looks after the pictures and frames of a text: a picture that has come gives up its frame, one that fails becomes its
 * description. The text is not React's, so its events are listened to here, before any of them can come.
 */
export const useTextFrames = (root: HTMLElement | null, labels: Labels): void => {
  const { table, code, image } = labels;
  useLayoutEffect(() => {
    if (root === null) return undefined;
    const onLoad = ({ target }: Event): void => {
      if (target instanceof HTMLImageElement) target.dataset['loaded'] = '';
    };
    const onError = ({ target }: Event): void => {
      // The pictures of players are React's.
      if (target instanceof HTMLImageElement && target.closest('[data-video]') === null)
        collapsePicture(target, image);
    };
    root.addEventListener('load', onLoad, true);
    root.addEventListener('error', onError, true);
    const name = (): void => nameFrames(root, { table, code, image });
    name();
    const observer = new ResizeObserver(name);
    observer.observe(root);
    return () => {
      root.removeEventListener('load', onLoad, true);
      root.removeEventListener('error', onError, true);
      observer.disconnect();
    };
  }, [root, table, code, image]);
};
