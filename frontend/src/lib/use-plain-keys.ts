import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './typing.ts';

/** Calls `onKey` with each key that is pressed without Ctrl, Alt or Meta, that nothing else took, and that no text field gets. */
export const usePlainKeys = (onKey: (event: KeyboardEvent) => void): void => {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    onKey(event);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};
