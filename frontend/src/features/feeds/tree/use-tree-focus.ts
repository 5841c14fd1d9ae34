import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { TreeLine } from './lines.ts';
import { findTyped, treeAct } from './tree-keys.ts';

/** Letters that follow each other within this time, in milliseconds, are the beginning of one name. */
const TYPING_MS = 700;

type Wiring = {
  ref: RefObject<HTMLElement | null>;
  lines: readonly TreeLine[];
  /** The key of the line of the list that is shown; null if it has none. */
  currentKey: string | null;
  toggle: (name: string) => void;
};

const inLine = (root: HTMLElement | null, key: string, what: string): HTMLElement | null =>
  root?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] ${what}`) ?? null;

const isLetter = ({ key, shiftKey }: KeyboardEvent): boolean => !shiftKey && /^[\p{L}\p{N}]$/u.test(key);

/** Returns the key of the line of a name that is being typed, letter by letter. */
const createTyping = () => {
  let text = '';
  let at = 0;
  return (event: KeyboardEvent, lines: readonly TreeLine[], activeKey: string): string | null => {
    text = `${event.timeStamp - at > TYPING_MS ? '' : text}${event.key}`;
    at = event.timeStamp;
    return findTyped(text, lines, activeKey);
  };
};

/** Goes to the menu button of a line, or from it back to the line. */
const goBeside = (root: HTMLElement | null, key: string, pressed: string): void => {
  const button = inLine(root, key, '[data-aside]');
  button?.focus();
  if (pressed === 'ContextMenu') button?.click();
};

const isBeside = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[data-aside]') !== null;

/**
 * Makes the tree of feeds one Tab stop: `activeKey` is the line that the Tab key reaches, and `handlers` move the focus.
 * While the reader browses with the keyboard, letters lead to names. After a choice or a click they are the keys of the
 * list of articles again.
 */
export const useTreeFocus = ({ ref, lines, currentKey, toggle }: Wiring) => {
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const [typing] = useState(createTyping);
  const hand = useRef({ isPointing: false, isBrowsing: false });
  const has = (key: string | null): boolean => key !== null && lines.some((line) => line.key === key);
  const activeKey = has(chosenKey) ? chosenKey : has(currentKey) ? currentKey : (lines[0]?.key ?? null);

  useLayoutEffect(() => {
    const key = wanted.current;
    wanted.current = null;
    if (key !== null) inLine(ref.current, key, '[data-stop]')?.focus();
  });

  const focus = (key: string): void => {
    wanted.current = key;
    setChosenKey(key);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || activeKey === null)
      return;
    if (isBeside(event)) {
      if (event.key === 'ArrowLeft') inLine(ref.current, activeKey, '[data-stop]')?.focus();
      return;
    }
    const isTyped = isLetter(event) && hand.current.isBrowsing;
    const act = isTyped ? null : treeAct(event.key, lines, activeKey);
    if (!isTyped && act === null) return;
    event.preventDefault();
    hand.current = { isPointing: false, isBrowsing: true };
    const typedKey = isTyped ? typing(event, lines, activeKey) : null;
    if (typedKey !== null) focus(typedKey);
    else if (act?.kind === 'toggle') toggle(act.name);
    else if (act?.kind === 'go') focus(act.key);
    else if (act?.kind === 'menu') goBeside(ref.current, activeKey, event.key);
  };
  const onPointerDown = (): void => {
    hand.current = { isPointing: true, isBrowsing: false };
  };
  const onFocus = ({ target }: { target: Element }): void => {
    hand.current = { isPointing: false, isBrowsing: !hand.current.isPointing };
    const key = target.closest('[data-key]')?.getAttribute('data-key') ?? null;
    if (key !== null && key !== chosenKey) setChosenKey(key);
  };
  /** Letters are keys of the list from now on. */
  const stopBrowsing = (): void => {
    hand.current.isBrowsing = false;
  };
  return { activeKey, stopBrowsing, handlers: { onKeyDown, onPointerDown, onFocus } };
};
