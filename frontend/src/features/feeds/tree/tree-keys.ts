import { type TreeLine, nameOf } from './lines.ts';

/** What a key does in the tree: goes to another line, opens or closes a folder, or goes to the menu button of the line. */
type TreeAct = { kind: 'go'; key: string } | { kind: 'toggle'; name: string } | { kind: 'menu' };

const go = (line: TreeLine | undefined): TreeAct | null =>
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
      return go(lines[at + 1]);
    case 'ArrowUp':
      return go(lines[at - 1]);
    case 'Home':
      return go(lines[0]);
    case 'End':
      return go(lines.at(-1));
    case 'ArrowRight':
      if (line?.kind !== 'folder') return line === undefined ? null : { kind: 'menu' };
      if (!line.isOpen) return { kind: 'toggle', name: line.folder.name };
      return lines[at + 1]?.level === 2 ? go(lines[at + 1]) : null;
    case 'ArrowLeft':
      if (line?.kind === 'folder' && line.isOpen) return { kind: 'toggle', name: line.folder.name };
      return go(parentOf(lines, at));
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
