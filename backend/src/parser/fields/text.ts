import { decodeHTML } from 'entities';

/** Elements whose text is not visible to a reader. */
const HIDDEN = /^(?:script|style|head|noscript|template|iframe|object|svg|math)$/;
/** Elements inside a line of text, which are removed without leaving a space. */
const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;
const KNOWN =
  /^(?:a|abbr|acronym|address|article|aside|audio|b|bdi|bdo|big|blockquote|br|button|center|cite|code|dd|del|details|dfn|div|dl|dt|em|embed|figcaption|figure|font|footer|form|h[1-6]|header|hr|i|iframe|img|input|ins|kbd|li|main|mark|nav|ol|p|pre|q|rp|rt|ruby|s|samp|script|section|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|video|wbr)$/;

/**
 * Checks whether an element stands inside a line of text; `name` is in lower case. Elements that sites define
 * themselves, whose names have a hyphen, do so unless their style says otherwise.
 */
export const isInline = (name: string): boolean => INLINE.test(name) || name.includes('-');

type Rules = {
  /** Checks whether a name is a tag's; other names in angle brackets are plain text. */
  isTag: (name: string) => boolean;
};

const isNameStart = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Returns the index after the letters and digits of a tag's name. */
const nameEnd = (html: string, from: number): number => {
  let end = from;
  for (;;) {
    const code = html.charCodeAt(end);
    if (!isNameStart(code) && !(code >= 48 && code <= 57)) return end;
    end += 1;
  }
};

/**
 * Returns the index of the `>` that ends the tag at `from`, skipping quoted values; -1 if there is none. A quote that
 * is never closed counts as a plain character, so no part is read more than a few times.
 */
const tagEnd = (html: string, from: number): number => {
  let index = from;
  while (index < html.length) {
    const code = html.charCodeAt(index);
    if (code === 62) {
      return index;
    }
    if ((code === 34 || code === 39) && html.charCodeAt(index - 1) === 61) {
      const close = html.indexOf(code === 34 ? '"' : "'", index + 1);
      index = close === -1 ? index : close;
    }
    index += 1;
  }
  return html.indexOf('>', from);
};

const decode = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

const strip = (html: string, rules: Rules): string => {
  const lastClose = html.lastIndexOf('>');
  const lastCommentEnd = html.lastIndexOf('-->');
  const closers = new Map<string, number>();
  let text = '';
  let index = 0;
  let plainFrom = 0;
  for (;;) {
    const open = html.indexOf('<', index);
    if (open === -1 || open >= lastClose) {
      return text + decode(html.slice(plainFrom));
    }
    const isComment = html.startsWith('!--', open + 1);
    if (isComment && lastCommentEnd > open) {
      text += decode(html.slice(plainFrom, open));
      index = html.indexOf('-->', open + 2) + 3;
      plainFrom = index;
      continue;
    }
    const isEnd = html.charCodeAt(open + 1) === 47;
    const nameFrom = isEnd ? open + 2 : open + 1;
    const first = html.charCodeAt(nameFrom);
    const isDeclaration = !isEnd && (first === 33 || first === 63);
    if (!isNameStart(first) && !isDeclaration) {
      index = open + 1;
      continue;
    }
    const tag = html.slice(nameFrom, nameEnd(html, nameFrom)).toLowerCase();
    if (!isDeclaration && !rules.isTag(tag)) {
      index = nameFrom;
      continue;
    }
    text += decode(html.slice(plainFrom, open));
    if (!INLINE.test(tag)) {
      text += ' ';
    }
    index = tagEnd(html, nameFrom) + 1;
    if (!isEnd && HIDDEN.test(tag) && html.charCodeAt(index - 2) !== 47) {
      index = afterHidden(html, tag, index, closers);
    }
    plainFrom = index;
  }
};

/** Returns the index after the end tag of a hidden element; without an end tag, only the start tag is dropped. */
const afterHidden = (html: string, tag: string, from: number, closers: Map<string, number>): number => {
  const known = closers.get(tag) ?? 0;
  if (known === -1) {
    return from;
  }
  const end = new RegExp(`</${tag}[\\s/>]`, 'gi');
  end.lastIndex = from;
  const found = end.exec(html);
  closers.set(tag, found === null ? -1 : found.index);
  const close = found === null ? -1 : html.indexOf('>', found.index);
  return close === -1 ? from : close + 1;
};

/** White space other than a single space, which most of it is and which stays as it is. */
const UNEVEN = /[\s\p{Cc}\u200b]{2,}|[^\S ]|[\p{Cc}\u200b]/gu;

const collapse = (text: string): string => text.replace(UNEVEN, ' ').trim();

/**
 * Converts HTML to the text that a reader sees: entities are decoded and white space is collapsed. The time is linear;
 * never throws.
 */
export const plainText = (html: string): string =>
  html.includes('<') || html.includes('&') ? collapse(strip(html, { isTag: () => true })) : collapse(html);

/** Converts a title to text like plainText, but keeps angle brackets that are not HTML elements ("List<String>"). */
export const titleText = (title: string): string =>
  title.includes('<') || title.includes('&')
    ? collapse(strip(title, { isTag: (name) => KNOWN.test(name) }))
    : collapse(title);

/** Converts HTML to text like plainText; null if there is none. */
export const textOrNull = (html: string | undefined): string | null => plainText(html ?? '') || null;

/** Escapes text so that HTML shows it unchanged. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
