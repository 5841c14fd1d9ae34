import type { FeedTree } from '../folders.ts';

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the words of what a reader types to find a feed; none for blanks. */
export const wordsOf = (typed: string): string[] => folded(typed).split(/\s+/u).filter(Boolean);

/** Returns the feeds whose names have all words, in their folders, and the folders with all words, whole. */
export const findInTree = ({ folders, loose, unread }: FeedTree, words: readonly string[]): FeedTree => {
  const isFound = (name: string): boolean => {
    const text = folded(name);
    return words.every((word) => text.includes(word));
  };
  return {
    folders: folders
      .map((folder) =>
        isFound(folder.name)
          ? folder
          : { ...folder, feeds: folder.feeds.filter(({ title }) => isFound(title)) },
      )
      .filter(({ feeds }) => feeds.length > 0),
    loose: loose.filter(({ title }) => isFound(title)),
    unread,
  };
};
