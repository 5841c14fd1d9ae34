import { useEffect, useState } from 'react';

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
