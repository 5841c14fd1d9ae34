/** The address that relative ones in an element count from: `xml:base` values, outermost first. */
export const joinBases = (...bases: (string | null | undefined)[]): string | null => {
  let joined: string | null = null;
  for (const base of bases) {
    const text: string = base?.trim() ?? '';
    const resolved: URL | null = text === '' ? null : URL.parse(text, joined ?? undefined);
    joined = resolved !== null && /^https?:$/.test(resolved.protocol) ? resolved.href : joined;
  }
  return joined;
};

/** Line breaks and tabs go with the spaces around them; other spaces stay. */
const withoutLineBreaks = (text: string): string =>
  /[\r\n\t]/.test(text) ? text.replace(/\s+/g, (space) => (/[\r\n\t]/.test(space) ? '' : space)) : text;

/**
 * An address as a feed has it, made absolute where there is a base and left relative where there is none. Null for
 * what is empty or leads elsewhere than to a web page (`javascript:`, `mailto:`, `urn:`).
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

/** Whether it is an absolute web address, as a guid must be to serve as a link. */
export const isWebAddress = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && /^https?:\/\/[^\s/]\S*$/i.test(text.trim());
