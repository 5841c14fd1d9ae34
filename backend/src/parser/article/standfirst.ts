import type { PageElement } from '../html/page-tree.ts';
import { linesOf, type Line } from './lines.ts';
import { repeatedIn } from './repeats.ts';
import { isAround } from './trim.ts';

/** The longest standfirst, in characters; more text between a headline and the article is something else. */
const MAX_STANDFIRST = 1200;
/** Without a headline, the number of lines before the first sentence of an article that can be its standfirst. */
const MAX_BETWEEN = 3;
/** Share of a line's text up to which it can be links. */
const MAX_LINKED = 0.3;

const isLead = ({ kind, isProse, linked }: Line): boolean =>
  kind !== 'caption' && isProse && linked <= MAX_LINKED;

const lengthOf = (lines: readonly Line[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the lines between the headline of a page and the first sentence of its article that read like sentences. */
const linesAbove = (page: PageElement, article: readonly Line[], titles: ReadonlySet<string>): Line[] => {
  const lines = linesOf(page);
  const kept = new Set(article.map(({ text }) => text));
  const first = lines.findIndex((line) => line.isProse && kept.has(line.text));
  if (first === -1) return [];
  const headline = lines
    .slice(0, first)
    .findLastIndex(({ owner, text }) => owner.name === 'h1' || titles.has(text));
  const isStandfirst = (line: Line): boolean => isLead(line) && !isAround(line) && !kept.has(line.text);
  const near = lines.slice(Math.max(0, first - MAX_BETWEEN), first);
  const nearest = near.slice(near.findLastIndex(({ kind }) => kind === 'heading') + 1).filter(isStandfirst);
  const above = lines.slice(headline + 1, first).filter(isStandfirst);
  return headline === -1 || lengthOf(above) > MAX_STANDFIRST ? nearest : above;
};

/** Returns an article with the standfirst that its page shows under the headline, if the article lacks it. */
export const withStandfirst = (
  article: PageElement,
  page: PageElement,
  titles: ReadonlySet<string>,
): PageElement => {
  const own = linesOf(article);
  const lines = linesAbove(page, own, titles);
  const whole = lines.map(({ text }) => text).join('\n');
  if (lines.length === 0 || whole.length > MAX_STANDFIRST || repeatedIn(own, [whole]).size > 0)
    return article;
  const paragraphs = lines.map(({ owner, from, to }) => ({
    name: 'p',
    attributes: {},
    children: owner.children.slice(from, to + 1),
  }));
  return { ...article, children: [...paragraphs, ...article.children] };
};
