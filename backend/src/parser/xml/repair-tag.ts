const ENTITY = /&(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][\dA-Za-z]{1,31});)/g;
const ATTRIBUTE = /([^\s=>"'/<]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const ATTRIBUTE_NAME = /^[A-Za-z_\u00c0-\uffff][\w.:\u00b7-\uffff-]*$/;
const MAX_ATTRIBUTES = 100;

/** Escapes ampersands that do not begin a reference. */
export const escapeStrayAmpersands = (text: string): string =>
  text.includes('&') ? text.replace(ENTITY, '&amp;') : text;

/** Returns the attributes of a start tag without duplicates, quoted and escaped, each with a space before it. */
export const repairAttributes = (source: string): string => {
  const seen = new Set<string>();
  let attributes = '';
  for (const [, name = '', double, single, bare] of source.matchAll(ATTRIBUTE)) {
    if (seen.size >= MAX_ATTRIBUTES) {
      break;
    }
    if (seen.has(name) || !ATTRIBUTE_NAME.test(name)) {
      continue;
    }
    seen.add(name);
    const value = double ?? single ?? bare ?? name;
    const escaped = escapeStrayAmpersands(value).replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    attributes += ` ${name}="${escaped}"`;
  }
  return attributes;
};

/**
 * Returns the index of the `>` that ends a start tag within `segment`, which holds no second `<`; -1 if there is none.
 * A `>` in a quoted value counts only if there is no other.
 */
export const startTagEnd = (segment: string): number => {
  let index = 1;
  while (index < segment.length) {
    const code = segment.charCodeAt(index);
    if (code === 62) {
      return index;
    }
    if (code === 34 || code === 39) {
      const close = segment.indexOf(code === 34 ? '"' : "'", index + 1);
      if (close === -1) {
        break;
      }
      index = close;
    }
    index += 1;
  }
  return segment.indexOf('>');
};
