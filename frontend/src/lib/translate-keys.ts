import { readStored, removeStored, writeStored } from './storage.ts';
import { CHORD_MS, isTyping } from './typing.ts';
import { type OwnKeys, deedOf, parseKeys } from './own-keys.ts';

/** Where the keys of this device are stored. main.tsx loads this file only if there are any. */
const storageKey = 'omomi.keys';

let keys = parseKeys(readStored(storageKey));
let begunAt = Number.NEGATIVE_INFINITY;

/** Puts the key that Omomi has for the deed in the place of the reader's. What is on the page below takes its own keys first. */
const onKeyDown = (event: KeyboardEvent): void => {
  const { key, timeStamp } = event;
  if (!event.isTrusted || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.defaultPrevented || isTyping(event)) return;
  // The second key of a chord is the same in every set.
  const isSecond = timeStamp - begunAt <= CHORD_MS;
  begunAt = key === 'g' && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY;
  const deed = isSecond ? null : deedOf(keys, key);
  if (deed === null) return;
  event.stopPropagation();
  event.preventDefault();
  const shiftKey = deed !== deed.toLowerCase();
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: deed, shiftKey, bubbles: true, cancelable: true }),
  );
};

// The keys of the page are heard on the document and on its element, above this.
document.body.addEventListener('keydown', onKeyDown);

/** Returns the reader's keys on this device. */
export const ownKeys = (): OwnKeys => keys;

/** Keeps the reader's keys on this device. They hold at once, in other tabs after a reload. */
export const keepKeys = (next: OwnKeys): void => {
  keys = next;
  if (Object.keys(next).length === 0) removeStored(storageKey);
  else writeStored(storageKey, JSON.stringify(next));
};
