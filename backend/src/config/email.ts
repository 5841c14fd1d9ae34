/**
 * Without white space around it, the letters of ASCII in lower case. No other letters are folded: the Kelvin sign would
 * become a k, and someone else's address one of the list.
 */
export const foldEmail = (text: string): string =>
  (/[^ \t\r\n](?:.*[^ \t\r\n])?/s.exec(text)?.[0] ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

// oxlint-disable-next-line no-control-regex
const address = /^[^\s@,\0-\x1f\x7f]+@[^\s@,\0-\x1f\x7f]+$/;
// oxlint-disable-next-line no-control-regex
const domain = /^@[^\s@,\0-\x1f\x7f]+$/;

/** Exactly one `@` with something before and behind it, neither white space nor comma. Expects it folded. */
export const isAddress = (folded: string): boolean => address.test(folded);

/** `@team.example`, which stands for every address there. Expects it folded. */
export const isDomain = (folded: string): boolean => domain.test(folded);
