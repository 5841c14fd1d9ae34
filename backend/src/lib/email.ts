/**
 * Returns the text trimmed, with ASCII letters in lower case. Other letters are not folded: the Kelvin sign would
 * become a k, and a stranger's address could then match one on the list.
 */
export const foldEmail = (text: string): string =>
  (/[^ \t\r\n](?:.*[^ \t\r\n])?/s.exec(text)?.[0] ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

// oxlint-disable-next-line no-control-regex
const address = /^[^\s@,\0-\x1f\x7f]+@[^\s@,\0-\x1f\x7f]+$/;
// oxlint-disable-next-line no-control-regex
const domain = /^@[^\s@,\0-\x1f\x7f]+$/;

/**
 * Returns true for an address: exactly one `@` with text before and after it, without white space or commas. Expects
 * folded text.
 */
export const isAddress = (folded: string): boolean => address.test(folded);

/** Returns true for a domain such as `@team.example`, which stands for every address there. Expects folded text. */
export const isDomain = (folded: string): boolean => domain.test(folded);
