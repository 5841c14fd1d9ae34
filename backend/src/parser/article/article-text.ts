import { parsePage } from '../html/page-tree.ts';
import { linesOf } from './lines.ts';

/** Returns the text of an article's HTML, one line for each block, without the captions of pictures. */
export const articleText = (html: string): string =>
  linesOf(parsePage(html))
    .filter(({ kind }) => kind !== 'caption')
    .map(({ text }) => text)
    .join('\n');
