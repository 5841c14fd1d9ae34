import { useEffect, useState } from 'react';

/** The pause in typing after which a text is used, in milliseconds. */
const settleTime = 500;

/** Returns the text as of the last pause in typing. */
export const useSettled = (text: string): string => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleTime);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
};
