import { describe, expect, it } from 'vitest';
import { isSubject, commonPhrases, keyOf } from './phrases.ts';

const phrasesIn = (...titles: string[]) => commonPhrases(titles, 2).map(({ text }) => text);

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

  it.each([
    ['endings of files', 'holiday.wmv and clip.mpg', 'another clip.mpg, and a wmv'],
    ['parts of contractions', "This ain't right", "That ain't it"],
    ['interjections and verbs', 'Hey, listen to this tonight', 'Hey you, listen: tonight it is'],
    ['inflected verbs', 'Envoy quits, tells of sharing', 'She tells why he quits and who is sharing'],
    ['words of grammar of other languages', 'Haus und Hof mit Garten', 'Katze und Hund mit Futter'],
    ['what Japanese headlines are made of', '新機能を発表、話題に', '発表会が話題、今夜'],
    ['sentences in capitals', 'Gorka As NatSec', 'Gorka As NatSec again'],
  ])('have no %s', (_, ...titles) => {
    const phrases = phrasesIn(...titles)
      .join(' ')
      .toLowerCase();
    expect(phrases).not.toMatch(
      /wmv|mpg|ain|hey|listen|tonight|tell|quit|shar|und|mit|発表|話題|今夜|as natsec/u,
    );
  });

  it('put a name before a word as frequent that is written small', () => {
    expect(phrasesIn('The turbine of Siemens', 'Why Siemens left a turbine')).toEqual(['Siemens', 'turbine']);
  });

  it('keep what is joined by “of” or の', () => {
    expect(phrasesIn('A new Game of Thrones', 'On Game of Thrones, again')).toEqual(['Game of Thrones']);
  });

  it.each([
    '日本語',
    'English',
    'News',
    'Misc',
    'その他',
    'ブログ',
    'Read later',
    'Daily',
    'English blogs',
    '日本語ニュース',
  ])('say that %s is no subject', (name) => expect(isSubject(name)).toBe(false));

  it.each(['Machine learning', '半導体', 'Japanese history', 'Rust', '鉄道ニュース'])(
    'say that %s is a subject',
    (name) => expect(isSubject(name)).toBe(true),
  );

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
    expect(keyOf(a)).toBe(keyOf(b));
  });

  it.each([
    ['C', 'C#'],
    ['marketing', 'markets'],
    ['python', 'rust'],
  ])('differs for %s and %s', (a, b) => {
    expect(keyOf(a)).not.toBe(keyOf(b));
  });
});
