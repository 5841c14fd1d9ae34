import { strToU8, zipSync } from 'fflate';
import type { Marked } from './queries.ts';
import { markdownOfArticle } from './markdown.ts';

/** The most characters of a name without its ending; 240 bytes at most, below the 255 of file systems. */
const MOST_CHARACTERS = 60;
/** Characters that a file name of Windows or a link of Obsidian may not have, and characters that nobody can see. */
const NOT_IN_NAMES = /[\\/:*?"<>|#^[\]\p{C}\p{Z}]+/gu;
/** The names of devices, which Windows keeps with any ending. */
const OF_WINDOWS = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:$|\.)/iu;

/** Returns the name of a file for a title, without its ending. Letters of any language stay. */
const nameOf = (title: string): string => {
  const plain = title
    .normalize('NFC')
    .replaceAll(NOT_IN_NAMES, ' ')
    .replace(/^[ .]+/u, '');
  const characters = Array.from(plain).slice(0, MOST_CHARACTERS);
  const last = characters.findLastIndex((character) => character !== ' ' && character !== '.');
  const name = characters.slice(0, last + 1).join('');
  if (name === '') return 'Untitled';
  return OF_WINDOWS.test(name) ? `_${name}` : name;
};

/**
 * Returns the names of the files of articles, each once: where two would be the same to a file system that knows no capitals, the
 * later one has a number.
 */
export const fileNames = (titles: readonly string[]): string[] => {
  const taken = new Set<string>();
  return titles.map((title) => {
    const name = nameOf(title);
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${name} ${n}`;
    taken.add(free.toLowerCase());
    return `${free}.md`;
  });
};

/** Returns a ZIP archive with a Markdown file for each article. */
export const toMarkdownFiles = (articles: readonly Marked[]): Uint8Array<ArrayBuffer> => {
  const names = fileNames(articles.map(({ title, link }) => title || (link ?? '')));
  const files = articles.map(
    (article, at) => [names[at] ?? '', strToU8(markdownOfArticle(article))] as const,
  );
  return new Uint8Array(zipSync(Object.fromEntries(files)));
};
