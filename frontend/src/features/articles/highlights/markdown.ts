import type { Marked } from './queries.ts';

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

const passagesOf = (highlights: Marked['highlights']): string[] =>
  highlights.flatMap(({ quote, note }) => [quoted(quote), ...(note === '' ? [] : [plain(note)])]);

const articleOf = ({ title, link, feed_title, highlights }: Marked): string =>
  [
    `## ${linked(lineOf(title) || 'Untitled', link)}`,
    ...(feed_title === '' ? [] : [lineOf(feed_title)]),
    ...passagesOf(highlights),
  ].join('\n\n');

/** Writes a text as a double-quoted scalar of YAML. Some readers take these signs for line breaks, which JSON leaves as they are. */
const yamlOf = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns the front matter of a file, which Obsidian reads as properties. `more` are properties with texts as their values. */
const frontMatter = (
  title: string,
  more: Readonly<Record<string, string | null>>,
  madeAt: string,
): string => {
  const lines = Object.entries(more).map(([name, value]) =>
    value === null || value === '' ? '' : `${name}: ${yamlOf(value)}\n`,
  );
  return `---\ntitle: ${yamlOf(title)}\n${lines.join('')}created: ${madeAt}\ntags:\n  - highlights\nsource: Omomi\n---`;
};

/** Writes the highlights of one article as a Markdown file, dated by the first of them. */
export const markdownOfArticle = ({ title, link, feed_title, highlights }: Marked): string => {
  const since = highlights.map(({ made_at }) => made_at).toSorted()[0] ?? '';
  const head = frontMatter(title, { url: link, feed: feed_title }, since);
  return `${[head, ...passagesOf(highlights)].join('\n\n')}\n`;
};

/**
 * Writes highlights as one Markdown file, with front matter that Obsidian reads as properties.
 * @param title - The title of the file, one line.
 * @param madeAt - When it is written, in ISO 8601.
 */
export const toMarkdown = (articles: readonly Marked[], title: string, madeAt: string): string =>
  [frontMatter(title, {}, madeAt), ...articles.map(articleOf), ''].join('\n\n');
