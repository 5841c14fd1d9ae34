import { decodePage } from '../encoding/decode-page.ts';
import { aboutPage, shortText, type AboutPage } from '../facts/about-page.ts';
import { createHeadReader } from '../facts/head-reader.ts';
import { MAX_PAGE_BYTES } from '../facts/read-page.ts';
import { escapeHtml, plainText } from '../fields/text.ts';
import { elementsOf, lineOf, parsePage, rawText, writePage, type PageElement } from '../html/page-tree.ts';
import { readTags } from '../html/read-tags.ts';
import { sanitise } from '../html/sanitise.ts';
import { articleText } from './article-text.ts';
import { withCaptions } from './captions.ts';
import { findArticle } from './find-article.ts';
import { withoutNoise } from './noise.ts';
import type { PageArticle } from './page-article.ts';
import { isConsentPage, isPaywalled } from './restricted.ts';
import { withStandfirst } from './standfirst.ts';
import { trimmed } from './trim.ts';

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
