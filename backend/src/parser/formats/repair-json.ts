/**
 * Parses a truncated or slightly broken JSON Feed into an object with its complete items; returns undefined if there
 * are none. In one pass, it escapes raw control characters in strings and drops commas before a closing bracket.
 */
export const wholeItemsOf = (text: string): unknown => {
  const from = text.indexOf('{');
  if (from === -1) {
    return undefined;
  }
  const pieces: string[] = [];
  const stack: string[] = [];
  let isString = false;
  let copied = from;
  let comma = -1;
  /** Number of pieces up to the end of the last complete item, which is two levels deep; -1 before the first. */
  let whole = -1;
  const copyTo = (index: number): void => {
    pieces.push(text.slice(copied, index));
    copied = index;
  };
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isString) {
      if (code === 92) {
        index += 1;
      } else if (code === 34) {
        isString = false;
      } else if (code < 32) {
        copyTo(index);
        pieces.push(`\\u${code.toString(16).padStart(4, '0')}`);
        copied = index + 1;
      }
      continue;
    }
    if (code === 34) {
      isString = true;
      comma = -1;
    } else if (code === 44) {
      comma = index;
    } else if (code === 123 || code === 91) {
      stack.push(code === 123 ? '}' : ']');
      comma = -1;
    } else if (code === 125 || code === 93) {
      if (comma !== -1) {
        copyTo(comma);
        copied = comma + 1;
        comma = -1;
      }
      stack.pop();
      if (stack.length === 2) {
        copyTo(index + 1);
        whole = pieces.length;
      } else if (stack.length === 0) {
        copyTo(index + 1);
        return parse(pieces.join(''));
      }
    } else if (code > 32) {
      comma = -1;
    }
  }
  return whole === -1 ? undefined : parse(`${pieces.slice(0, whole).join('')}]}`);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
