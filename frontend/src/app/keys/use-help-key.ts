import { useEffect } from 'react';
import { isTyping } from '../../lib/typing.ts';

/** Calls `onHelp` when the reader presses the `?` key. */
export const useHelpKey = (onHelp: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event)) onHelp();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onHelp]);
};
