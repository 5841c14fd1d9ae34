import { useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';

const storageKey = 'omomi.unread-only';

/** Returns whether the sidebar shows only feeds with unread articles, which this browser remembers. */
export const useUnreadOnly = () => {
  const [isUnreadOnly, setState] = useState(() => readStored(storageKey) === 'true');
  const setUnreadOnly = (isOn: boolean): void => {
    writeStored(storageKey, String(isOn));
    setState(isOn);
  };
  return { isUnreadOnly, setUnreadOnly };
};
