/**
 * Returns the address from which the page loads a picture of another site; null for anything that is no web address. The
 * page may load https only, which nearly every host serves beside http.
 */
export const imageAddress = (url: string): string | null => {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  address.protocol = 'https:';
  return address.href;
};
