import { useEffect, useState } from 'react';

type Open = { articleId: string; button: HTMLElement };

/**
 * Opens the menu of the article whose button, marked by `data-menu`, is pressed. Until this code is there the buttons
 * are hidden, so that no press is lost.
 */
export const useArticleMenu = (): [Open | null, () => void] => {
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => {
    const root = document.documentElement;
    root.setAttribute('data-has-menus', '');
    const onClick = ({ target }: MouseEvent): void => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null;
      const articleId = button?.getAttribute('data-menu') ?? null;
      if (button !== null && articleId !== null)
        setOpen((known) => (known?.button === button ? null : { articleId, button }));
    };
    document.addEventListener('click', onClick);
    return () => {
      root.removeAttribute('data-has-menus');
      document.removeEventListener('click', onClick);
    };
  }, []);
  useEffect(() => {
    const button = open?.button;
    button?.setAttribute('aria-expanded', 'true');
    // By its id the menu knows the button, whose press is no press outside.
    button?.setAttribute('id', 'article-menu-button');
    return () => {
      button?.setAttribute('aria-expanded', 'false');
      button?.removeAttribute('id');
    };
  }, [open]);
  return [open, () => setOpen(null)];
};
