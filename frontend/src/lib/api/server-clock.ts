/** How far the server's clock is ahead of this browser's, in milliseconds. */
let ahead = 0;

/** Takes the time from the `Date` header of an answer (RFC 9110), which is exact to the second. */
export const noteServerTime = (header: string | null): void => {
  const at = Date.parse(header ?? '');
  if (!Number.isNaN(at)) ahead = at - Date.now();
};

/** Returns the time by the server's clock, as far as its last answer tells. */
export const serverNow = (): Date => new Date(Date.now() + ahead);
