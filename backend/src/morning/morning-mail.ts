import type { MorningSettings } from '../contract/index.ts';
import { addressOf } from '../edition/chapter-body.ts';
import type { Chapter, Edition } from '../edition/gather-edition.ts';
import { shorten } from '../lib/shorten.ts';
import type { Mail } from '../model/mail.ts';
import { escaped, plain } from '../lib/markup.ts';
import { wordsIn } from '../languages/words-in.ts';
import type { Words } from '../languages/words.ts';
import { deedAddress, stopHeaders } from '../notifications/mail-links.ts';
import { documentOf } from '../notifications/mail-style.ts';
import { boundariesIn } from '../lib/sentences.ts';
import { linesOf } from '../parser/article/lines.ts';
import { parsePage } from '../parser/html/page-tree.ts';

/** The reader's settings, with the address of the mail and the code that it brings. */
export type Addressed = Pick<MorningSettings, 'language' | 'page' | 'time_zone'> & {
  address: string;
  code: string;
};

/** UTF-16 units of the first title in a subject, of which mail programs show about as many. */
const LONGEST_TITLE = 90;
/** Other sources that are named. */
const MOST_OTHERS = 4;

const oneLine = (text: string): string => plain(text).replaceAll(/\s+/g, ' ').trim();

/** The facts of a story that both parts of a mail show, as plain text. */
type Story = {
  title: string;
  language: string | null;
  source: string;
  reasons: string;
  lead: string;
  open: string;
  original: string | null;
};

const storyOf = (chapter: Chapter, words: Words['morning'], page: string): Story => {
  const feeds = new Set(chapter.others.map(({ feed_title }) => oneLine(feed_title)));
  const others = [...feeds].filter((feed) => feed !== '' && feed !== oneLine(chapter.feed_title));
  const named = others.slice(0, MOST_OTHERS).join(', ');
  return {
    title: oneLine(chapter.title),
    language: chapter.language,
    source: [oneLine(chapter.feed_title), ...(named === '' ? [] : [words.alsoIn(named)])]
      .filter((part) => part !== '')
      .join(' · '),
    reasons: oneLine(chapter.reasons),
    lead: leadOf(chapter.html),
    open: `${page}/?article=${chapter.article_id}`,
    original: addressOf(chapter.link ?? undefined),
  };
};

const link = (address: string, text: string): string => `<a href="${escaped(address)}">${escaped(text)}</a>`;

const paragraph = (name: string, text: string): string =>
  text === '' ? '' : `<p class="${name}">${escaped(text)}</p>\n`;

const storyHtml = (
  { title, language, source, reasons, lead, open, original }: Story,
  words: Words['morning'],
) =>
  `<div${language === null ? '' : ` lang="${escaped(language)}"`}>
<h3>${link(open, title)}</h3>
${paragraph('source', source)}${paragraph('lead', lead)}</div>
${paragraph('why', reasons)}<p class="links">${link(open, words.open)}${original === null ? '' : ` ${link(original, words.original)}`}</p>
`;

const storyText = ({ title, source, reasons, lead, open, original }: Story): string =>
  [`* ${title}`, source, lead, reasons, open, original ?? ''].filter((line) => line !== '').join('\n  ');

/** Returns an edition as a mail: each story with its source, two sentences, the reason and its links, by tier. */
export const morningMail = ({ sections, words: { tiers }, made_at }: Edition, addressed: Addressed): Mail => {
  const { language, page, time_zone, address } = addressed;
  const words = wordsIn(language).morning;
  const told = sections.map(({ tier, chapters }) => ({
    name: tiers[tier],
    stories: chapters.map((chapter) => storyOf(chapter, words, page)),
  }));
  const count = told.reduce((sum, { stories }) => sum + stories.length, 0);
  const day = new Date(made_at).toLocaleDateString(language, { dateStyle: 'full', timeZone: time_zone });
  const subject = words.subject(shorten(told[0]?.stories[0]?.title ?? '', LONGEST_TITLE), count - 1);
  const stop = deedAddress(addressed, 'stop');
  const settings = `${page}/settings/reading?setting=morning`;
  const body = told.map(
    ({ name, stories }) =>
      `<h2>${escaped(name)}</h2>\n${stories.map((story) => storyHtml(story, words)).join('')}`,
  );
  return {
    to: address,
    subject,
    html: documentOf(
      language,
      subject,
      `<h1>${escaped(words.heading)}</h1>
<p class="day">${escaped(day)}</p>
${body.join('')}<p class="foot">${escaped(words.footer)}<br>${link(settings, words.settings)} ${link(stop, words.stop)}</p>`,
    ),
    text: [
      `${words.heading}\n${day}`,
      ...told.map(({ name, stories }) => [`== ${name} ==`, ...stories.map(storyText)].join('\n\n')),
      `-- \n${words.footer}\n${words.settings}: ${settings}\n${words.stop}: ${stop}`,
    ].join('\n\n'),
    headers: stopHeaders(stop),
  };
};

/** Returns the mail that asks whoever has an address whether the morning edition may come there. It has no text of the reader's. */
export const confirmMail = (addressed: Omit<Addressed, 'time_zone'>): Mail => {
  const { subject, text, button, ignore } = wordsIn(addressed.language).morning.confirm;
  const confirm = deedAddress(addressed, 'confirm');
  return {
    to: addressed.address,
    subject,
    html: documentOf(
      addressed.language,
      subject,
      `<h1>Omomi</h1>
<p>${escaped(text)}</p>
<p><a class="button" href="${escaped(confirm)}">${escaped(button)}</a></p>
<p class="foot">${escaped(ignore)}</p>`,
    ),
    text: [text, confirm, ignore].join('\n\n'),
  };
};

const SENTENCES = 2;
/** UTF-16 units of a lead, where two sentences are longer. */
const LONGEST = 400;

/** Matches a line that says whose picture stands above it. */
const CREDIT =
  /^\W{0,3}(?:image|photo|picture|credit|foto|bild|写真|画像)s?\b.{0,40}[:：©]|^\W{0,3}©|\b(?:getty images|reuters\)?|\/ ?(?:ap|afp))\W{0,3}$/i;

/** Matches a line that is at least one sentence. */
const SENTENCE = /^.{20,}[.!?。！？…][\p{Pe}\p{Pf}"']{0,3}$/u;

/**
 * Returns the first two sentences of an article, at most 400 UTF-16 units: of its prose, without headings, captions, lists and credits
 * of pictures, where there is any. Measured beside choices of sentences by their words in docs/measurements.md.
 */
export const leadOf = (html: string): string => {
  const lines = linesOf(parsePage(html));
  const prose = lines.filter(
    ({ kind, text }) => kind === 'text' && SENTENCE.test(text) && !CREDIT.test(text),
  );
  const text = (prose.length === 0 ? lines : prose)
    .slice(0, SENTENCES)
    .map((line) => line.text)
    .join(' ')
    .slice(0, 4 * LONGEST);
  return shorten(text.slice(0, boundariesIn(text).at(SENTENCES)).trim(), LONGEST);
};
