import { decodePage } from '../encoding/decode.ts';
import { aboutPage, shortText, type AboutPage } from '../facts/about-page.ts';
import { createHeadReader } from '../facts/head-reader.ts';
import { MAX_PAGE_BYTES } from '../facts/read-page.ts';
import { escapeHtml, plainText } from '../fields/text.ts';
import { elementsOf, lineOf, parsePage, rawText, writePage, type PageElement } from '../html/page-tree.ts';
import { readTags } from '../html/read-tags.ts';
import { sanitise } from '../html/sanitise.ts';
import { articleText } from './lines.ts';
import { withCaptions, withoutNoise } from './noise.ts';
import { findArticle } from './find-article.ts';
import { withStandfirst, trimmed } from './trim.ts';

/** An article as taken from its web page. Texts are plain text without surrounding space; null means unknown. */
export type PageArticle = {
  /** At most 500 characters. */
  title: string | null;
  /** The article's own text, sanitised, with absolute links; empty if the page has no article. */
  content_html: string;
  /** The same as plain text, blocks separated by line breaks; empty if the page has no article. */
  text: string;
  /** The lead image, an absolute http(s) address. */
  image_url: string | null;
  author: string | null;
  /** ISO 8601 in UTC. */
  published_at: string | null;
  site_name: string | null;
  /** A BCP 47 tag such as `en` or `pt-BR`. */
  language: string | null;
  /** The address that the page names as its own, absolute, without fragment. */
  canonical_url: string | null;
  /** The directives for robots that the page states, in lower case and joined by `, `. */
  meta_robots: string | null;
  /** The page says or shows that only subscribers see the whole text. */
  is_paywalled: boolean;
  /** The page asks for consent (cookies, age, terms) instead of showing the article. */
  is_consent_page: boolean;
};

/**
 * Reads the article of a web page from its bytes, its Content-Type header and its address after redirects. Throws
 * ParseError `too_complex` if reading takes too much time or memory.
 */
export type ReadArticle = (body: Uint8Array, contentType: string | null, url: string) => Promise<PageArticle>;

/*
 * Signs that a page shows less than its article. The words are those by which sites ask for money or consent, in the
 * languages that many feeds have; what they mean is only judged where the text is short.
 */

/** Characters of text from which a page counts as complete, although it names itself as not free. */
const WHOLE = 5000;
/** Characters of text below which words that ask for a subscription mean that the rest is missing. */
const TEASER = 1500;
/** Characters of a page's text below which it can be nothing but a question for consent. */
const MAX_CONSENT_PAGE = 4000;

const SUBSCRIBE =
  /subscribe (?:now )?to (?:read|continue|keep|unlock|access)|(?:to|and) (?:continue|keep) reading|already (?:a|have a) (?:subscriber|subscription|member|account)|(?:for|to) subscribers? only|(?:only|exclusive(?:ly)?) (?:for|to) (?:our )?(?:paid |paying )?(?:subscribers|members)|(?:subscriber|member|premium)[- ](?:only|exclusive)|(?:register|sign in|log in|sign up) to (?:read|continue|view|access)|become a (?:paid )?(?:subscriber|member) to|unlock (?:this|the full) (?:article|story)|réservé (?:à nos|aux) abonnés|abonnez-vous pour|pour lire la suite|nur für abonnenten|jetzt weiterlesen|mit .{1,20} weiterlesen|artikel freischalten|suscríbete para|solo para suscriptores|exclusivo para (?:suscriptores|assinantes)|assine para|riservato agli abbonati|abbonati per|alleen voor abonnees|会員限定|有料会員|会員登録|続きを読むには|続きは.{0,10}会員|この記事は有料|残り.{0,6}文字|订阅后|付费阅读|구독자 전용/iu;

const CONSENT =
  /before you continue|we (?:and our partners )?(?:use|value|store|care about) (?:cookies|your privacy)|(?:accept|reject|allow|manage) (?:all )?(?:cookies|all|preferences|consent)|cookie (?:consent|policy|settings|preferences|notice)|your (?:privacy|cookie) (?:choices|settings)|legitimate interest|consent (?:to|choices|management)|are you (?:over|at least) \d\d|verify your age|age verification|cookies? (?:akzeptieren|zustimmen)|wir verwenden cookies|zustimmen und weiter|accepter (?:et|les cookies|tout)|nous utilisons des cookies|aceptar (?:todo|y|cookies)|utilizamos cookies|cookieの使用|クッキー|同意(?:する|して)/giu;
const CONSENT_HOST = /^(?:consent|guce|cmp|privacy-mgmt|myprivacy)\./;

type ShownPage = {
  url: string;
  /** The text of the article, and that of the whole page. */
  article: string;
  page: string;
  is_free: boolean | null;
};

/** Checks whether a page shows only the beginning of its article to readers who do not pay. */
const isPaywalled = ({ article, page, is_free }: ShownPage): boolean =>
  (is_free === false && article.length < WHOLE) ||
  (is_free !== true && article.length < TEASER && SUBSCRIBE.test(page));

/** Checks whether a page asks for consent instead of showing an article. */
const isConsentPage = ({ url, article, page }: ShownPage): boolean => {
  if (article.length > TEASER || page.length > MAX_CONSENT_PAGE) return false;
  const signs = new Set((page.match(CONSENT) ?? []).map((sign) => sign.toLowerCase()));
  return signs.size >= 3 || (signs.size >= 1 && CONSENT_HOST.test(URL.parse(url)?.hostname ?? ''));
};

/** The JSON-LD text is taken if the page's own is shorter than this share of it: then scripts would show the rest. */
const SHOWN_SHARE = 0.5;

const paragraphs = (text: string): string =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');

/** Returns the article body of JSON-LD as HTML; sites write it as text, as HTML, or as escaped HTML. */
const statedBody = (body: string): string => {
  const html = /&lt;\/?[a-z]/i.test(body) ? body.replaceAll('&lt;', '<').replaceAll('&gt;', '>') : body;
  return /<\/?(?:p|br|div|a|h\d|ul)\b/i.test(html)
    ? html
    : paragraphs(plainText(html.replace(/\n+/g, '<br>')) === '' ? '' : html);
};

/** Returns the title without the name of the site that many pages append to it. */
const bareTitle = (title: string | null, site: string | null): string | null => {
  if (title === null || site === null) return title;
  const parts = title.split(/\s[|\-–—:·»]\s/);
  const last = parts.at(-1) ?? '';
  return parts.length > 1 && last.toLowerCase() === site.toLowerCase()
    ? title.slice(0, title.length - last.length).replace(/\s[|\-–—:·»]\s$/, '')
    : title;
};

/** Returns the texts of a page's first-level headings. */
const headlinesOf = (page: PageElement): string[] =>
  elementsOf(page).flatMap((element) => (element.name === 'h1' ? [lineOf(element)] : []));

/** Returns what a page calls itself, in its head and in its headlines. */
const titlesOf = (headlines: readonly string[], about: AboutPage): ReadonlySet<string> => {
  const stated = [about.headline, about.title, bareTitle(about.title, about.site_name)];
  return new Set([...headlines, ...stated.filter((title) => title !== null)]);
};

const extracted = (page: PageElement, headlines: readonly string[], about: AboutPage): string => {
  const clean = withCaptions(withoutNoise(page));
  const found = findArticle(page, clean);
  if (found === null) return '';
  const titles = titlesOf(headlines, about);
  const article = withStandfirst(trimmed(found, titles), clean, titles);
  return sanitise(writePage(article), about.base_url);
};

const contentOf = (
  page: PageElement,
  headlines: readonly string[],
  about: AboutPage,
): { html: string; text: string } => {
  const html = extracted(page, headlines, about);
  const text = articleText(html);
  const body = about.article_body ?? '';
  if (text.length >= body.length * SHOWN_SHARE) return { html, text };
  const stated = sanitise(statedBody(body), about.base_url);
  const statedText = articleText(stated);
  return text.length < statedText.length * SHOWN_SHARE ? { html: stated, text: statedText } : { html, text };
};

const firstImage = (html: string): string | null =>
  elementsOf(parsePage(html)).find(({ name }) => name === 'img')?.attributes['src'] ?? null;

/**
 * Reads the article of a web page: its own text, without what surrounds it, sanitised, and what the page states about
 * it. A page is cut at 5 MB. Never throws because of the page.
 */
export const readArticle = (body: Uint8Array, contentType: string | null, url: string): PageArticle => {
  const html = decodePage(body.subarray(0, MAX_PAGE_BYTES), contentType);
  const head = createHeadReader();
  readTags(html, head);
  const about = aboutPage(head.result(), url);
  const page = parsePage(html);
  const headlines = headlinesOf(page);
  const content = contentOf(page, headlines, about);
  const shown = {
    url,
    article: content.text,
    page: rawText(page).replace(/\s+/g, ' '),
    is_free: about.is_free,
  };
  const isConsent = isConsentPage(shown);
  return {
    title: about.headline ?? bareTitle(about.title, about.site_name) ?? shortText(headlines[0] ?? ''),
    content_html: isConsent ? '' : content.html,
    text: isConsent ? '' : content.text,
    image_url: about.image_url ?? firstImage(content.html),
    author: about.author,
    published_at: about.published_at,
    site_name: about.site_name,
    language: about.language,
    canonical_url: about.canonical_url,
    meta_robots: about.robots,
    is_paywalled: isPaywalled(shown),
    is_consent_page: isConsent,
  };
};
