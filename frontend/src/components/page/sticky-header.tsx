import './sticky-header.css';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * Shows the head of a page, which stays in view when the page scrolls. The style sheets know its height as `--header-height`, so
 * that what is scrolled to does not end below it: in a narrow pane its controls take two lines.
 */
export const StickyHeader = ({ children }: { children: ReactNode }) => {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const header = ref.current;
    if (header === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize;
      if (height !== undefined)
        document.documentElement.style.setProperty('--header-height', `${Math.ceil(height)}px`);
    });
    observer.observe(header);
    return () => observer.disconnect();
  }, []);
  return (
    <header ref={ref} className="sticky-header">
      {children}
    </header>
  );
};
