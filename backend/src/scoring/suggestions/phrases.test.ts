import { describe, expect, it } from 'vitest';
import { wordsOf } from '../lexical/words.ts';
import { commonPhrases, keyOf } from './phrases.ts';

const phrasesIn = (...titles: string[]) => commonPhrases(titles, wordsOf, 2).map(({ text }) => text);

describe('phrases that titles share', () => {
  it.each([
    [['A solar sail leaves Earth', 'The first solar sail', 'New: solar sails'], 'solar sail'],
    [['Kubernetes is hard', 'Why we left kubernetes'], 'Kubernetes'],
    [['半導体の新工場', '半導体の輸出が増加'], '半導体'],
  ])('of %j the first is %j', (titles, expected) => {
    expect(phrasesIn(...titles)[0]).toBe(expected);
  });

  it('have no words of grammar, no common words, and nothing of one title alone', () => {
    expect(phrasesIn('What the people of the world want', 'What people say about the world')).toEqual([]);
    expect(phrasesIn('Kubernetes', 'Semiconductors')).toEqual([]);
  });

  it('name a phrase, not its parts as well', () => {
    const phrases = phrasesIn('Quantum computing now', 'A quantum computing startup', 'On quantum computing');
    expect(phrases).toEqual(['Quantum computing']);
  });
});

describe('the key of a keyword', () => {
  it.each([
    ['semiconductor', 'semiconductors'],
    ['Wi-Fi', 'wi fi'],
    ['colour', 'color'],
    ['ＡＩ', 'AI'],
    ['ｶﾒﾗ', 'カメラ'],
    ['らーめん', 'ラーメン'],
  ])('is the same for %s and %s', (a, b) => {
    expect(keyOf(a, wordsOf)).toBe(keyOf(b, wordsOf));
  });

  it.each([
    ['C', 'C#'],
    ['marketing', 'markets'],
    ['python', 'rust'],
  ])('differs for %s and %s', (a, b) => {
    expect(keyOf(a, wordsOf)).not.toBe(keyOf(b, wordsOf));
  });
});
