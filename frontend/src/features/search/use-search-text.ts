import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The pause in typing after which a text is searched, in milliseconds. */
const pause = 150;

type Wiring = {
  /** The query in the address. */
  q: string;
  /** Searches for another text. `isNew` is true if Back should lead to the search before it. */
  onSearch: (q: string, isNew: boolean) => void;
};

/**
 * Holds the text of the field. It is searched after a pause in typing, but never while an input method is composing it.
 * All the texts that are typed in one go count as one search in the browser's history.
 */
export const useSearchText = ({ q, onSearch }: Wiring) => {
  const [text, setText] = useState(q);
  const [known, setKnown] = useState(q);
  const [isComposing, setComposing] = useState(false);
  const typed = useRef<string | null>(null);
  const asked = text.trim();
  // The address has changed otherwise than by typing.
  if (known !== q) {
    setKnown(q);
    if (asked !== q) setText(q);
  }
  const search = (): void => {
    if (asked === q) return;
    const isNew = q !== '' && typed.current !== q;
    typed.current = asked;
    onSearch(asked, isNew);
  };
  const latest = useRef(search);
  useLayoutEffect(() => {
    latest.current = search;
  });
  useEffect(() => {
    if (isComposing || asked === q) return undefined;
    const timer = setTimeout(() => latest.current(), pause);
    return () => clearTimeout(timer);
  }, [asked, q, isComposing]);
  return {
    text,
    setText,
    setComposing,
    /** True from the first changed letter until its search begins. */
    isTyping: asked !== q,
    /** Searches at once, without a pause, and keeps this search in the history. */
    finish: (): void => {
      search();
      typed.current = null;
    },
  };
};
