import { useEffect, useState } from 'react';

/** How far the server's clock is ahead of this browser's, in milliseconds. */
let ahead = 0;

/** Takes the time from the `Date` header of an answer (RFC 9110), which is exact to the second. */
export const noteServerTime = (header: string | null): void => {
  const at = Date.parse(header ?? '');
  if (!Number.isNaN(at)) ahead = at - Date.now();
};

/** Returns the time by the server's clock, as far as its last answer tells. */
export const serverNow = (): Date => new Date(Date.now() + ahead);

/**
 * Returns the browser's time zone, by its IANA name, as a parameter of a request; none where the browser does not know one, or
 * tells a name that stands for that.
 */
export const timeZone = (): { tz?: string } => {
  const { timeZone: tz } = new Intl.DateTimeFormat().resolvedOptions();
  return tz === undefined || tz === 'Etc/Unknown' ? {} : { tz };
};

/** Returns the current time, updated every minute. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** Returns the whole seconds left until a time in milliseconds since 1970, and renders again as they pass; 0 for null. */
export const useSecondsUntil = (time: number | null): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (time === null) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= time) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [time]);
  return time === null ? 0 : Math.max(0, Math.ceil((time - now) / 1000));
};

/** The time for which the rows of the former list stay while another list loads, in milliseconds. */
const LONG_MS = 1_000;

/** Returns true from a second after `isWaiting` became true until it is false. */
export const useTakesLong = (isWaiting: boolean): boolean => {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isWaiting]);
  return isLong && isWaiting;
};
