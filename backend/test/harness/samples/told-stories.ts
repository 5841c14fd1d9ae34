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

/** Returns three ways in which papers tell of an event that shares no telling word with those of other numbers. */
export const tellingsOf = (event: number): [string, string, string] => {
  const [a, b, c, d, e] = [0, 1, 2, 3, 4].map((part) => wordOf(event * 5 + part));
  return [
    `${a} near ${b}: ${c} and ${d} alarm ${e} experts`,
    `${b} ${a}: ${e} experts alarmed by ${c}, ${d}`,
    `Experts of ${e} in ${b} alarmed: ${d}, ${c} and ${a}`,
  ];
};
