import type { Marked } from './grouped.ts';

/** Escapes what Markdown and HTML would take for markup, also at the beginning of a line. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>#|~$^=&%]/g, String.raw`\$&`)
    .replaceAll(
      /^([ \t]*)([-+]|\d+[.)])/gm,
      (_, space: string, sign: string) => `${space}${sign.slice(0, -1)}\\${sign.slice(-1)}`,
    );

const lineOf = (text: string): string => plain(text.replaceAll(/\s+/g, ' ').trim());

const quoted = (text: string): string =>
  plain(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** A link whose address cannot end it. */
const linked = (title: string, link: string | null): string =>
  link === null ? title : `[${title}](<${link.replaceAll(/[<>\\\s]/g, (sign) => encodeURIComponent(sign))}>)`;

const articleOf = ({ title, link, feed_title, highlights }: Marked): string =>
  [
    `## ${linked(lineOf(title) || 'Untitled', link)}`,
    ...(feed_title === '' ? [] : [lineOf(feed_title)]),
    ...highlights.flatMap(({ quote, note }) => [quoted(quote), ...(note === '' ? [] : [plain(note)])]),
  ].join('\n\n');

/**
 * Writes highlights as one Markdown file, with front matter that Obsidian reads as properties.
 * @param title - The title of the file, one line.
 * @param madeAt - When it is written, in ISO 8601.
 */
export const toMarkdown = (articles: readonly Marked[], title: string, madeAt: string): string =>
  [
    `---\ntitle: ${JSON.stringify(title)}\ncreated: ${madeAt}\ntags:\n  - highlights\nsource: Omomi\n---`,
    ...articles.map(articleOf),
    '',
  ].join('\n\n');
