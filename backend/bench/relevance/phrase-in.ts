/** Returns a test for texts that have the phrase as it is written, case aside. Words of Latin letters must be whole. */
export const phraseIn = (phrase: string): ((text: string) => boolean) => {
  const plain = phrase.normalize('NFKC').toLowerCase();
  const escaped = plain.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);
  const edge = (at: number) => (/[a-z0-9]/u.test(plain.at(at) ?? '') ? '(?![a-z0-9])' : '');
  const before = /^[a-z0-9]/u.test(plain) ? '(?<![a-z0-9])' : '';
  const pattern = new RegExp(`${before}${escaped}${edge(-1)}`, 'u');
  return (text) => pattern.test(text.normalize('NFKC').toLowerCase());
};
