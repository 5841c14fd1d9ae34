const ADDRESS = /https?:\/\/[^\s<>"]+/giu;

/** Text that is a document of feeds, and no list of addresses. */
export const isOpml = (text: string): boolean => /<opml[\s>]/i.test(text);

/** Returns an address without the commas and semicolons that end it in a list. */
const withoutEnd = (address: string): string => {
  let end = address.length;
  while (end > 0 && ',、;'.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
};

/** Returns the addresses in one line: those that begin with http, or several that are separated by blanks or commas. */
const addressesIn = (line: string): string[] => {
  const full = line.match(ADDRESS) ?? [];
  // A line such as `The Herald - https://herald.example/feed`. One address alone may have blanks, which it is sent with.
  if (full.length > 1 || (full.length === 1 && /\s/u.test(line))) return full.map(withoutEnd);
  const parts = line.split(/[\s,、]+/u).filter(Boolean);
  return parts.length > 1 && parts.every((part) => part.includes('.')) ? parts : [line];
};

/** Returns the addresses of a pasted text, each once, in their order. */
export const addressesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/u)
      .map((line) => line.trim())
      .filter(Boolean)
      .flatMap(addressesIn),
  ),
];
