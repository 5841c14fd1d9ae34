/** The widths that the server shrinks pictures to, in pixels: for rows and cards, and for texts. */
export type PictureWidth = 640 | 1280;

/** A picture of another site, with the key with which the server loads it; null or missing if it has none. */
export type Picture = {
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
