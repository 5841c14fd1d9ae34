/**
 * Returns the base of an element's relative addresses from `xml:base` values, the outermost first; null if there is
 * none.
 */
export const joinBases = (...bases: (string | null | undefined)[]): string | null => {
  let joined: string | null = null;
  for (const base of bases) {
    const text: string = base?.trim() ?? '';
    const resolved: URL | null = text === '' ? null : URL.parse(text, joined ?? undefined);
    joined = resolved !== null && /^https?:$/.test(resolved.protocol) ? resolved.href : joined;
  }
  return joined;
};

/** Removes line breaks and tabs with the spaces around them; other spaces stay. */
const withoutLineBreaks = (text: string): string =>
  /[\r\n\t]/.test(text) ? text.replace(/\s+/g, (space) => (/[\r\n\t]/.test(space) ? '' : space)) : text;

/**
 * Returns an address of a feed, made absolute if there is a base, otherwise possibly relative. Returns null if it is
 * empty or leads to something other than a web page (`javascript:`, `mailto:`, `urn:`).
 */
export const webLink = (raw: string | null | undefined, base: string | null): string | null => {
  const trimmed = (raw ?? '').trim();
  if (/^https?:\/\/\S+$/i.test(trimmed)) {
    return trimmed;
  }
  const text = withoutLineBreaks(trimmed);
  if (text === '' || /\s\S*\s\S*\s/.test(text)) {
    return null;
  }
  if (/^https?:\/\//i.test(text)) {
    return text;
  }
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) {
    return null;
  }
  return base === null ? text : (URL.parse(text, base)?.href ?? null);
};

/** Checks whether a text is an absolute web address; only such a guid can serve as a link. */
export const isWebAddress = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && /^https?:\/\/[^\s/]\S*$/i.test(text.trim());
