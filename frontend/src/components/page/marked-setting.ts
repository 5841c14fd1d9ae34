import { type RefObject, createContext, use, useEffect, useRef } from 'react';

/** The name of the setting that the reader was led to, which is marked; null if there is none. */
export const MarkedSetting = createContext<string | null>(null);

/** The control that is in use, else the first one. A section's heading takes the focus where no control is named by it. */
const targetIn = (box: HTMLElement): HTMLElement | null =>
  box.querySelector<HTMLElement>('h2') ??
  box.querySelector<HTMLElement>('input:checked') ??
  box.querySelector<HTMLElement>('input, select, button, a');

/**
 * Returns whether the reader was led to the setting of this name, and the ref of its row or section, which is then scrolled to the
 * middle of the screen and gets the focus, so that a screen reader names it.
 */
export const useMarkedSetting = <T extends HTMLElement>(
  name: string | undefined,
): { isMarked: boolean; box: RefObject<T | null> } => {
  const led = use(MarkedSetting);
  const isMarked = name !== undefined && name === led;
  const box = useRef<T>(null);
  useEffect(() => {
    if (!isMarked || box.current === null) return;
    targetIn(box.current)?.focus({ preventScroll: true });
    box.current.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [isMarked]);
  return { isMarked, box };
};
