import { strToU8, zipSync, type Zippable } from 'fflate';
import { escaped } from '../lib/markup.ts';
import { addressOf, chapterBody, type BookPicture } from './chapter-body.ts';
import type { Chapter, Edition } from './gather-edition.ts';

/** A loaded picture of a book. */
export type LoadedPicture = BookPicture & { bytes: Uint8Array; content_type: string };

type Page = { id: string; file: string; title: string; xhtml: string };

const container = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** Few rules: e-readers have faces and sizes of their own, which their readers choose. */
const style = `h1 { font-size: 1.4em; line-height: 1.25; margin: 0 0 .4em; }
h2, h3, h4, h5, h6 { font-size: 1.1em; margin: 1.2em 0 .4em; }
.about, .why, aside, .missing { font-size: .85em; }
.why { margin: .2em 0 1.2em; }
img { max-width: 100%; height: auto; }
figure { margin: 1em 0; }
figcaption { font-size: .85em; }
pre { white-space: pre-wrap; font-size: .85em; }
table { border-collapse: collapse; font-size: .85em; }
td, th { border: 1px solid; padding: .2em .4em; text-align: start; }
nav ol { list-style: none; padding-inline-start: 0; }
nav ol ol { padding-inline-start: 1em; }
.story { margin: 0 0 .8em; }
.story p { margin: .1em 0; }
`;

const page = (
  title: string,
  language: string,
  body: string,
): string => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}">
<head><title>${escaped(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>${body}</body>
</html>
`;

const paragraph = (name: string, text: string): string =>
  text === '' ? '' : `<p class="${name}">${escaped(text)}</p>`;

const linked = (link: string | null, text: string): string => {
  const address = addressOf(link ?? undefined);
  return address === null ? escaped(text) : `<a href="${escaped(address)}">${escaped(text)}</a>`;
};

const aboutOf = ({ feed_title, author, published_at }: Chapter): string =>
  [feed_title, author ?? '', published_at.slice(0, 10)].filter((part) => part !== '').join(' · ');

const notesOf = (notes: readonly string[]): string =>
  notes
    .map(
      (address, at) =>
        `<aside epub:type="footnote" id="n${at + 1}"><p>${at + 1}. ${escaped(address)}</p></aside>`,
    )
    .join('');

/** Returns the id of the page of differences that follows a chapter. */
const differencesIdOf = (chapterId: string): string => `${chapterId}d`;

const chapterPage = (
  chapter: Chapter,
  at: number,
  { words }: Edition,
  pictures: ReadonlyMap<string, BookPicture>,
): Page => {
  const id = `c${at + 1}`;
  const { xhtml, notes } = chapterBody(chapter.html, pictures);
  const others = chapter.others.map(
    ({ feed_title, title, link }) =>
      `<li>${escaped(feed_title)}: ${linked(link, title || words.untitled)}</li>`,
  );
  const body = [
    `<h1>${escaped(chapter.title)}</h1>`,
    paragraph('about', aboutOf(chapter)),
    paragraph('why', chapter.reasons),
    xhtml,
    others.length === 0 ? '' : `<h2>${escaped(words.alsoIn)}</h2><ul>${others.join('')}</ul>`,
    chapter.differences.length === 0
      ? ''
      : `<p class="about"><a href="${differencesIdOf(id)}.xhtml">${escaped(words.differences)}</a></p>`,
    chapter.link === null ? '' : `<p class="about">${linked(chapter.link, words.original)}</p>`,
    notes.length === 0 ? '' : `<hr/>${notesOf(notes)}`,
  ].join('\n');
  return {
    id,
    file: `${id}.xhtml`,
    title: chapter.title,
    xhtml: page(chapter.title, chapter.language ?? words.language, body),
  };
};

/** Returns the page that says which sentences of a story's sources no other has; none if there are none. */
const differencePages = (
  { title, language, differences }: Chapter,
  { id }: Page,
  { words }: Edition,
): Page[] => {
  if (differences.length === 0) return [];
  const told = differences.map(
    ({ feed_title, sentences }) =>
      `<h2>${escaped(feed_title)}</h2>${sentences.map((each) => paragraph('said', each)).join('')}`,
  );
  const body = `<h1>${escaped(words.differences)}</h1>\n${paragraph('about', title)}\n${told.join('\n')}`;
  return [
    {
      id: differencesIdOf(id),
      file: `${differencesIdOf(id)}.xhtml`,
      title: words.differences,
      xhtml: page(words.differences, language ?? words.language, body),
    },
  ];
};

type Part = { label: string; pages: { page: Page; chapter: Chapter; more: Page[] }[] };

const frontPage = (title: string, parts: Part[], { words }: Edition): Page => {
  const stories = parts.map(
    ({ label, pages }) =>
      `<h2>${escaped(label)}</h2>${pages
        .map(
          ({ page: { file, title: name }, chapter }) =>
            `<div class="story"><p><a href="${file}">${escaped(name)}</a></p>${paragraph('about', aboutOf(chapter))}${paragraph('about', chapter.reasons)}</div>`,
        )
        .join('')}`,
  );
  const body = `<h1>${escaped(title)}</h1>${stories.join('')}`;
  return { id: 'front', file: 'front.xhtml', title, xhtml: page(title, words.language, body) };
};

const navigation = (front: Page, parts: Part[], { words }: Edition): string => {
  const item = ({ file, title }: Page, below = '') =>
    `<li><a href="${file}">${escaped(title)}</a>${below}</li>`;
  const tiers = parts.map(
    ({ label, pages }) =>
      `<li><span>${escaped(label)}</span><ol>${pages.map(({ page: each }) => item(each)).join('')}</ol></li>`,
  );
  const body = `<nav epub:type="toc" id="toc"><h1>${escaped(words.contents)}</h1><ol>${item(front)}${tiers.join('')}</ol></nav>`;
  return page(words.contents, words.language, body);
};

const packageOf = (
  title: string,
  { id, day, made_at, words }: Edition,
  pages: Page[],
  pictures: LoadedPicture[],
): string => `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${words.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:omomi:edition:${id}</dc:identifier>
<dc:title>${escaped(title)}</dc:title>
<dc:language>${words.language}</dc:language>
<dc:creator>Omomi</dc:creator>
<dc:date>${day}</dc:date>
<meta property="dcterms:modified">${made_at.slice(0, 19)}Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${pages.map((each) => `<item id="${each.id}" href="${each.file}" media-type="application/xhtml+xml"/>`).join('\n')}
${pictures.map(({ file, content_type }, at) => `<item id="p${at + 1}" href="${file}" media-type="${content_type}"/>`).join('\n')}
</manifest>
<spine>
${pages.map((each) => `<itemref idref="${each.id}"/>`).join('\n')}
</spine>
</package>
`;

/**
 * Writes an edition as EPUB 3 (https://www.w3.org/TR/epub-33/, in what EPUB 3.2 has too): a first page with the reasons, the
 * contents by tier, a chapter a story. The same edition with the same pictures gives the same bytes.
 *
 * @param pictures - The loaded pictures by the address that the articles name; the others leave their description.
 */
export const writeEpub = (edition: Edition, pictures: ReadonlyMap<string, LoadedPicture>): Uint8Array => {
  const { words, sections } = edition;
  const title = words.title(edition.day);
  let at = 0;
  const parts = sections.map(({ tier, chapters }) => ({
    label: words.tiers[tier],
    pages: chapters.map((chapter) => {
      const first = chapterPage(chapter, at++, edition, pictures);
      return { chapter, page: first, more: differencePages(chapter, first, edition) };
    }),
  }));
  const front = frontPage(title, parts, edition);
  const pages = [front, ...parts.flatMap((part) => part.pages.flatMap((each) => [each.page, ...each.more]))];
  const different = [...new Map([...pictures.values()].map((each) => [each.file, each])).values()];
  const files: Zippable = {
    // First and as it is, so that the kind of the file can be told by its first bytes.
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(container),
    'EPUB/package.opf': strToU8(packageOf(title, edition, pages, different)),
    'EPUB/nav.xhtml': strToU8(navigation(front, parts, edition)),
    'EPUB/style.css': strToU8(style),
    ...Object.fromEntries(pages.map(({ file, xhtml }) => [`EPUB/${file}`, strToU8(xhtml)])),
    // They are compressed already.
    ...Object.fromEntries(
      different.map(({ file, bytes }): [string, Zippable[string]] => [`EPUB/${file}`, [bytes, { level: 0 }]]),
    ),
  };
  return zipSync(files, { level: 6, mtime: edition.made_at });
};
