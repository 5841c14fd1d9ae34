import { useEffect, useState } from 'react';

/** Returns the whole seconds left until a time in milliseconds since 1970, and renders again as they pass. */
export const useSecondsUntil = (time: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((time - now) / 1000));
};
