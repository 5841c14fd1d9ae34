/**
 * Returns the seconds of a Retry-After header, which holds a number of seconds or a date; null if it is neither. RFC
 * 9110, 10.2.3.
 */
export const retryAfter = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
};
