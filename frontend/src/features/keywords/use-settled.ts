import { useEffect, useState } from 'react';

/** Milliseconds without a key after which a text counts as meant. */
const settleTime = 500;

/** The text as it was when it last stood still for half a second. */
export const useSettled = (text: string): string => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleTime);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
};
