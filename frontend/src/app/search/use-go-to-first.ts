import { useEffect, useRef } from 'react';

type Wiring = {
  /** The query whose results are shown. */
  q: string;
  /** Its first article; undefined if nothing was found, null until the results are there. */
  firstId: string | null | undefined;
  focus: (articleId: string) => void;
};

/** Returns a function that puts the focus on the first result of a query: at once, or when its results come. */
export const useGoToFirst = ({ q, firstId, focus }: Wiring): ((q: string) => void) => {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null || firstId === null) return;
    const isWanted = wanted.current === q;
    wanted.current = null;
    if (isWanted && firstId !== undefined) focus(firstId);
  }, [q, firstId, focus]);
  return (asked) => {
    if (asked !== q || firstId === null) wanted.current = asked;
    else if (firstId !== undefined) focus(firstId);
  };
};
