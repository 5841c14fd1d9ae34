import { useEffect, useRef } from 'react';
import { closeWindow, go, onReturn, windowEntry } from './history.ts';

/** Lets the browser's Back close a window that has no address of its own, instead of leaving the page below it. */
export const useBackCloses = (isOpen: boolean, onClose: () => void): void => {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    // A window with an address, or one over another window, is closed with the step of that one.
    if (!isOpen || window.location.hash !== '' || windowEntry() !== null) return undefined;
    go(`${window.location.pathname}${window.location.search}`, 'push', 'window');
    const key = windowEntry();
    const forget = onReturn(() => windowEntry() !== key && close.current());
    return () => {
      forget();
      if (windowEntry() === key) closeWindow();
    };
  }, [isOpen]);
};
