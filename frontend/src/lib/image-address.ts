/** The widths that the server shrinks pictures to, in pixels: for rows and cards, and for texts. */
export type PictureWidth = 640 | 1280;

/** A picture of another site, with the key with which the server loads it; null or missing if it has none. */
type Picture = {
  url: string;
  key: string | null | undefined;
  /** The most pixels that it needs to be wide; without it, it comes as it is. */
  width?: PictureWidth | undefined;
};

/** Returns the address at which the server loads a picture for the reader, so that its publisher does not see them. */
const proxied = (url: string, key: string, width: Picture['width']): string =>
  `/api/image?${new URLSearchParams({ url, key, ...(width === undefined ? {} : { width: String(width) }) }).toString()}`;

/**
 * Returns the address from which the page loads a picture directly; null for anything that is no web address. The page
 * may load https only, which nearly every host serves beside http.
 */
const direct = (url: string): string | null => {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  address.protocol = 'https:';
  return address.href;
};

/** Returns the address from which the page loads a picture; null if it is not to be loaded. */
export const imageAddress = ({ url, key, width }: Picture, isProxied: boolean): string | null => {
  if (!isProxied) return direct(url);
  return key === null || key === undefined ? null : proxied(url, key, width);
};

/*
 * While pictures come through the server, the page forbids all others: a policy in its head is obeyed from the moment it
 * is there, beside the one that the server sends. `first-paint.js` puts it there before anything else. A policy cannot
 * be taken back, so a page that has it must be loaded anew before it may load pictures from their publishers.
 */

/** The same as in `first-paint.js`. */
const policy = "img-src 'self' data:";
const selector = 'meta[http-equiv="Content-Security-Policy"]';

const isStrict = (): boolean => document.head.querySelector(selector) !== null;

/**
 * Makes the page obey the reader's choice. `isKept` tells that this browser has stored the choice, so that a page that
 * is loaded anew begins with it; without that it would be loaded again and again.
 */
export const obeyImageChoice = (isProxied: boolean, isKept: () => boolean): void => {
  if (isProxied === isStrict()) return;
  if (isProxied) {
    const meta = document.createElement('meta');
    meta.httpEquiv = 'Content-Security-Policy';
    meta.content = policy;
    document.head.append(meta);
  } else if (isKept()) window.location.reload();
};
