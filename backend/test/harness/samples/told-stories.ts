const SYLLABLES = [
  'ba',
  'ke',
  'li',
  'mo',
  'nu',
  'ra',
  'se',
  'ti',
  'vo',
  'zu',
  'da',
  'fe',
  'gi',
  'po',
  'ku',
  'la',
];

/** Returns an invented word that no other number gives. */
const wordOf = (n: number): string =>
  Array.from(n.toString(16).padStart(5, '0'), (digit) => SYLLABLES[Number.parseInt(digit, 16)]).join('');

/**
 * Returns three ways in which papers tell of an event that shares no word with those of other numbers: among a few texts any word
 * that two of them share would count as rare.
 */
export const tellingsOf = (event: number): [string, string, string] => {
  const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map((part) => wordOf(event * 6 + part));
  return [
    `${a} in ${b}: ${c} and ${d} with ${e} ${f}`,
    `${b} and ${a}: ${e} ${f} by ${c}, ${d}`,
    `${f} of ${e} in ${b}: ${d}, ${c} and ${a}`,
  ];
};
