import { useEffect, useState } from 'react';

/** A picture that is shown larger. */
export type Enlarged = { link: HTMLElement; src: string; description: string };

/** Shows a picture larger when it is pressed. With a modifier key, the browser opens it in a tab of its own. */
export const useEnlarged = (root: HTMLElement | null): { picture: Enlarged | null; close: () => void } => {
  const [picture, setPicture] = useState<Enlarged | null>(null);
  useEffect(() => {
    if (root === null) return undefined;
    const onClick = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[data-enlarge]') : null;
      const image = link?.querySelector('img');
      if (!(link instanceof HTMLAnchorElement) || image === null || image === undefined) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      // The picture in the text may be a smaller one.
      setPicture({ link, src: link.href, description: image.alt });
    };
    root.addEventListener('click', onClick);
    return () => root.removeEventListener('click', onClick);
  }, [root]);
  const close = (): void => {
    picture?.link.focus({ preventScroll: true });
    setPicture(null);
  };
  return { picture, close };
};
