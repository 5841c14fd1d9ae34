import { useEffect, useRef } from 'react';

/** Calls `onNear` when the end of the list comes near the screen. */
export const EndOfList = ({ onNear }: { onNear: () => void }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onNear(),
      { rootMargin: '900px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onNear]);
  return <div ref={ref} aria-hidden="true" style={{ height: 1 }} />;
};
