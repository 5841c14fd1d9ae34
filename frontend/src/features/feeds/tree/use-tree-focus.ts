import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type TreeLine, nameOf } from './lines.ts';
import { CHORD_MS } from '../../../lib/typing.ts';

/** The action of a key in the tree: it goes to another line, opens or closes a folder, or goes to the menu button of the line. */
type TreeAct = { kind: 'go'; key: string } | { kind: 'toggle'; name: string } | { kind: 'menu' };

const goTo = (line: TreeLine | undefined): TreeAct | null =>
  line === undefined ? null : { kind: 'go', key: line.key };

/** Returns the line of the folder that holds the line at `at`. */
const parentOf = (lines: readonly TreeLine[], at: number): TreeLine | undefined =>
  lines[at]?.level === 2 ? lines.slice(0, at).findLast(({ level }) => level === 1) : undefined;

/** Returns what a key does on the line with the key `activeKey`; null if it does nothing. */
export const treeAct = (
  pressed: string,
  lines: readonly TreeLine[],
  activeKey: string | null,
): TreeAct | null => {
  const at = lines.findIndex(({ key }) => key === activeKey);
  const line = lines[at];
  switch (pressed) {
    case 'ArrowDown':
      return goTo(lines[at + 1]);
    case 'ArrowUp':
      return goTo(lines[at - 1]);
    case 'Home':
      return goTo(lines[0]);
    case 'End':
      return goTo(lines.at(-1));
    case 'ArrowRight':
      if (line?.kind !== 'folder') return line === undefined ? null : { kind: 'menu' };
      if (!line.isOpen) return { kind: 'toggle', name: line.folder.name };
      return lines[at + 1]?.level === 2 ? goTo(lines[at + 1]) : null;
    case 'ArrowLeft':
      if (line?.kind === 'folder' && line.isOpen) return { kind: 'toggle', name: line.folder.name };
      return goTo(parentOf(lines, at));
    case 'ContextMenu':
      return line === undefined ? null : { kind: 'menu' };
    default:
      return null;
  }
};

/**
 * Returns the key of the line whose name begins with what was typed. A single letter leads to the next such line after
 * `activeKey`, more letters to the first from there on.
 */
export const findTyped = (
  typed: string,
  lines: readonly TreeLine[],
  activeKey: string | null,
): string | null => {
  const letters = Array.from(typed.toLocaleLowerCase());
  // The same letter again and again goes from one name to the next.
  const isOneLetter = new Set(letters).size === 1;
  const wanted = isOneLetter ? (letters[0] ?? '') : letters.join('');
  const at = lines.findIndex(({ key }) => key === activeKey);
  const from = Math.max(0, isOneLetter ? at + 1 : at);
  const ordered = [...lines.slice(from), ...lines.slice(0, from)];
  return ordered.find((line) => nameOf(line).toLocaleLowerCase().startsWith(wanted))?.key ?? null;
};

/** Letters that follow each other within this time, in milliseconds, are the beginning of one name. */
const TYPING_MS = 700;

/** The effect of a letter in the tree: it leads to a line, belongs to no name, or is a key of the page. */
type Typed = { kind: 'go'; key: string } | { kind: 'nothing' } | { kind: 'through' };

/**
 * Creates the memory of a name that is being typed, letter by letter. It gets a letter and its time in milliseconds. A name
 * cannot begin with `g`, since that begins a chord, whose second key is left alone too. A first letter that no name begins with
 * is a key of the page, while a wrong letter within a name does nothing.
 */
export const createTyping = () => {
  let text = '';
  let at = Number.NEGATIVE_INFINITY;
  let chordAt = Number.NEGATIVE_INFINITY;
  return (letter: string, now: number, lines: readonly TreeLine[], activeKey: string | null): Typed => {
    if (now - at > TYPING_MS) text = '';
    const isChord = now - chordAt <= CHORD_MS;
    chordAt = Number.NEGATIVE_INFINITY;
    if (isChord) return { kind: 'through' };
    if (text === '' && letter === 'g') {
      chordAt = now;
      return { kind: 'through' };
    }
    const key = findTyped(text + letter, lines, activeKey);
    if (key === null && text === '') return { kind: 'through' };
    text += letter;
    at = now;
    return key === null ? { kind: 'nothing' } : { kind: 'go', key };
  };
};

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

/** Goes to the menu button of a line, or from it back to the line. */
const goBeside = (root: HTMLElement | null, key: string, pressed: string): void => {
  const button = inLine(root, key, '[data-aside]');
  button?.focus();
  if (pressed === 'ContextMenu') button?.click();
};

const isBeside = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[data-aside]') !== null;

/** Goes to the row of the list of articles that the Tab key reaches. Returns false if there is none to go to. */
const goToList = (): boolean => {
  const row = document.querySelector<HTMLElement>('[data-article] h2 a[tabindex="0"]');
  row?.focus({ preventScroll: true });
  return row !== null && document.activeElement === row;
};

/** The drawer with the feeds closes by the Escape key. */
const isInDrawer = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role=dialog]') !== null;

/**
 * Makes the tree of feeds one Tab stop: `activeKey` is the line that the Tab key reaches, and `handlers` move the focus.
 * While the reader browses with the keyboard, letters lead to names. After a choice, a click or Escape they are the keys of the
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

  /** Letters are keys of the list from now on. */
  const stopBrowsing = (): void => {
    hand.current.isBrowsing = false;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || activeKey === null)
      return;
    if (isBeside(event)) {
      if (event.key === 'ArrowLeft') inLine(ref.current, activeKey, '[data-stop]')?.focus();
      return;
    }
    if (event.key === 'Escape' && !isInDrawer(event) && goToList()) {
      event.preventDefault();
      stopBrowsing();
      return;
    }
    const typed =
      isLetter(event) && hand.current.isBrowsing
        ? typing(event.key, event.timeStamp, lines, activeKey)
        : null;
    if (typed?.kind === 'through') return;
    const act = typed === null ? treeAct(event.key, lines, activeKey) : null;
    if (typed === null && act === null) return;
    event.preventDefault();
    hand.current = { isPointing: false, isBrowsing: true };
    if (typed?.kind === 'go') focus(typed.key);
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
  return { activeKey, stopBrowsing, handlers: { onKeyDown, onPointerDown, onFocus } };
};
