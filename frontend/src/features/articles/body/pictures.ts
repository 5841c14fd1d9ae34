import { useEffect, useState } from 'react';
import type { PictureWidth } from '../../../lib/image-address.ts';

export type PictureOptions = {
  /** Returns the address from which the page loads a picture, of at most a width; null if it is not to be loaded. */
  addressOf: (url: string, width?: PictureWidth) => string | null;
  /** Returns what stands in place of a picture that is not shown. */
  note: (description: string) => string;
  /** The name of the link that shows a picture larger. */
  enlarge: (description: string) => string;
};

/** A picture that is stated to be smaller than this, in pixels, is part of a line of text, or a symbol. */
const LEAST_WIDTH = 200;

const descriptionOf = (image: Element): string => image.getAttribute('alt')?.trim() ?? '';

/** Elements that show something although they have no text. */
const shown = 'img, video, audio, iframe, hr, table, [data-video], [data-missing-picture]';

/** Checks whether an element of a text stands only for what was in it, and shows nothing now. */
const isHollow = (element: Element): boolean =>
  element.matches('a, p, figure, picture, div, span, center, li, ul, blockquote, strong, em, b, i') &&
  !element.matches('[data-testid], [data-scrolls]') &&
  element.textContent?.trim() === '' &&
  element.querySelector(shown) === null;

/** Replaces a picture by its description, or by nothing if it has none, and removes what is empty then. */
export const collapsePicture = (image: Element, note: PictureOptions['note']): void => {
  const link = image.closest('a[data-enlarge]');
  const place = link ?? image;
  const description = descriptionOf(image);
  if (description === '') {
    let parent: Element | null = place.parentElement;
    place.remove();
    while (parent !== null && isHollow(parent)) {
      const around: Element | null = parent.parentElement;
      parent.remove();
      parent = around;
    }
    return;
  }
  const told = image.ownerDocument.createElement('span');
  told.setAttribute('data-missing-picture', '');
  told.textContent = note(description);
  place.replaceWith(told);
};

/** Checks whether a picture stands by itself, with nothing but a caption beside it. */
const standsAlone = (image: Element): boolean => {
  const parent = image.parentElement;
  if (parent === null || Number(image.getAttribute('width') ?? LEAST_WIDTH) < LEAST_WIDTH) return false;
  if (parent.matches('figure, body')) return true;
  return parent.matches('p') && parent.childElementCount === 1 && parent.textContent?.trim() === '';
};

const withLink = (image: Element, address: string, enlarge: PictureOptions['enlarge']): void => {
  const link = image.ownerDocument.createElement('a');
  link.setAttribute('href', address);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
  link.setAttribute('data-enlarge', '');
  link.setAttribute('aria-label', enlarge(descriptionOf(image)));
  image.replaceWith(link);
  link.append(image);
};

/**
 * Gives each picture the address from which the page loads it. One that is not loaded becomes its description. A picture
 * that stands alone gets a frame while it is on its way and a link that shows it larger, unless it is a link already.
 */
export const framePictures = (root: Element, { addressOf, note, enlarge }: PictureOptions): void => {
  for (const image of root.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? '';
    const address = addressOf(source, 1280);
    if (address === null) {
      collapsePicture(image, note);
      continue;
    }
    image.setAttribute('src', address);
    image.setAttribute('decoding', 'async');
    if (!standsAlone(image)) continue;
    image.setAttribute('data-framed', '');
    if (image.closest('a') === null) withLink(image, addressOf(source) ?? address, enlarge);
  }
};

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
