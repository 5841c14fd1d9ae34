import { useEffect, useState } from 'react';

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
