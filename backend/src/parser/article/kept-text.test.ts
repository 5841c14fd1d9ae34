import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { readArticle } from './read-article.ts';

const linesOf = (body: string): string[] =>
  readArticle(
    new TextEncoder().encode(
      `<!doctype html><html><head><title>A title</title></head><body>${body}</body></html>`,
    ),
    'text/html; charset=utf-8',
    'https://a.example/1',
  ).text.split('\n');

const German = [
  'Der Gemeinderat hat am Dienstag beraten, was aus dem alten Hafen werden soll, der seit neun Jahren leer steht.',
  'Drei Pläne lagen vor, und der mit dem Schwimmbad fand unter den Anwesenden die meisten Freunde.',
  'Entschieden wird im Frühjahr, wenn die Mauern geprüft sind und feststeht, was das Ganze kosten würde.',
];
const French = [
  'Le conseil municipal a débattu mardi de l’avenir du vieux port, qui est vide depuis plus de neuf ans.',
  'Trois projets étaient présentés, et celui de la piscine a trouvé le plus de partisans dans la salle.',
  'La décision est attendue au printemps, quand les ingénieurs auront examiné les murs et compté l’argent.',
];
const Polish = [
  'Rada miasta zastanawiała się we wtorek, co zrobić ze starym portem, który od dziewięciu lat stoi pusty.',
  'Przedstawiono trzy projekty, a najwięcej zwolenników znalazł ten, który przewiduje budowę pływalni.',
  'Decyzja zapadnie wiosną, gdy inżynierowie zbadają mury i będzie wiadomo, ile to wszystko kosztuje.',
];
const Greek = [
  'Το δημοτικό συμβούλιο συζήτησε την Τρίτη τι θα γίνει με το παλιό λιμάνι, που μένει άδειο εδώ και εννέα χρόνια.',
  'Παρουσιάστηκαν τρία σχέδια, και εκείνο με το κολυμβητήριο βρήκε τους περισσότερους υποστηρικτές.',
  'Η απόφαση αναμένεται την άνοιξη, όταν οι μηχανικοί θα έχουν εξετάσει τα τείχη και θα ξέρουν το κόστος.',
];
const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('');
const standfirst =
  'Zwischen Denkmalschutz und Badespaß: Worüber die Bürger seit Monaten erbittert miteinander streiten';
const others = Array.from({ length: 30 }, (_, n) => `<section><p>${n}. ${French[n % 3]}</p></section>`).join(
  '',
);

const teasers = `<ul>${Array.from({ length: 15 }, (_, n) => `<li>${n}. ${French[n % 3]}</li>`).join('')}</ul>`;

describe('the text of a page keeps', () => {
  it('words and punctuation together that only inline elements separate', () => {
    const [line] = linesOf(
      `<article><p><span class="dropcap">D</span>er Rat (<a href="/r">Protokoll</a>) hat die Maß<b>nahmen</b> beschlossen, ohne lange zu streiten.</p>${paragraphs(German)}</article>`,
    );
    expect(line).toBe('Der Rat (Protokoll) hat die Maßnahmen beschlossen, ohne lange zu streiten.');
  });

  it.each([
    [
      'a post whose subjects are called like surroundings',
      'post type-post hentry category-social tag-share tag-ads',
      '',
    ],
    ['a field whose label is hidden', 'field field--name-body field--label-hidden field__item', ''],
    ['a text that small screens do not show', 'hidden-xs', ''],
    ['a box of a page builder', 'elementor-widget elementor-widget-text-editor', ''],
    ['a short post under a long discussion', 'post-content widget', 'comments'],
  ])('%s', (_, name, around) => {
    const article = `<div class="${name}">${paragraphs([...German, ...Polish])}</div>`;
    const page = `<h1>Der Hafen</h1><main>${article}</main><div class="${around}"><div>${others}</div></div>`;
    expect(linesOf(page).slice(0, 3)).toEqual(German);
  });

  it.each([
    [
      'above the article',
      `<header><h1>Der Hafen</h1><p class="lead">${standfirst}</p></header><article>${paragraphs(German)}</article>`,
    ],
    [
      'apart from an earlier headline',
      `<h1>Die Zeitung</h1>${teasers}<header><h2>Der Hafen</h2><div>${standfirst}</div></header><article>${paragraphs([...German, ...Polish, ...Greek]).repeat(3)}</article>`,
    ],
    [
      'on a page without a headline',
      `<header><div>${standfirst}</div></header><article>${paragraphs(German)}</article>`,
    ],
    ['set as a heading', `<article><h1>Der Hafen</h1><h2>${standfirst}</h2>${paragraphs(German)}</article>`],
  ])('a standfirst %s', (_, page) => {
    expect(linesOf(page).slice(0, 2)).toEqual([standfirst, German[0]]);
  });

  it('no standfirst that only repeats the article, and none twice', () => {
    const summary =
      'Der Gemeinderat hat beraten, was aus dem alten Hafen werden soll, der seit neun Jahren leer steht.';
    const page = (text: string, body: string) =>
      `<header><h1>Der Hafen</h1><p>${text}</p></header><article>${body}</article>`;
    expect(linesOf(page(summary, paragraphs(German)))).toEqual(German);
    expect(linesOf(page(standfirst, `<p>${standfirst}</p>${paragraphs(German)}`))).toEqual([
      standfirst,
      ...German,
    ]);
  });

  it('a list and a heading before the first sentence', () => {
    const items = ['200 g mąki', '3 jajka', '1 łyżka cukru'];
    const list = `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
    expect(linesOf(`<article>${list}${paragraphs(Polish)}</article>`)).toEqual([...items, ...Polish]);
    expect(linesOf(`<article><h2>Le vieux port</h2>${paragraphs(French)}</article>`)).toEqual([
      'Le vieux port',
      ...French,
    ]);
  });

  it('no title that stands before the first sentence, as a headline or as the page’s own', () => {
    expect(linesOf(`<article><h1>Der Hafen</h1>${paragraphs(German)}</article>`)).toEqual(German);
    expect(linesOf(`<article><h2>A title</h2>${paragraphs(German)}</article>`)).toEqual(German);
  });

  it('paragraphs in the box of a picture', () => {
    const [first = '', ...rest] = Greek;
    const box = `<div class="image-box"><img src="/a.jpg"><p>${first}</p><p>${first.repeat(2)}</p></div>`;
    expect(
      linesOf(`<article>${paragraphs(French)}${box}${paragraphs([...rest, ...German])}</article>`),
    ).toContain(first);
  });

  it('the paragraphs beside a long table of names', () => {
    const rows = Array.from(
      { length: 80 },
      (_, n) => `<tr><td>Person ${n}, professor, University of ${n}</td></tr>`,
    ).join('');
    const page = `<article><div>${paragraphs([...French, ...German])}</div><div><h3>Signataires</h3><table>${rows}</table></div></article>`;
    expect(linesOf(page)).toEqual(expect.arrayContaining([...French, ...German]));
  });

  it.each([
    ['de', 'Das könnte Sie auch interessieren'],
    ['de', 'Lesen Sie auch: Neues vom Bahnhof'],
    ['fr', 'À lire aussi : la gare fait peau neuve'],
    ['es', 'LE PUEDE INTERESAR: La estación, renovada'],
    ['it', 'Leggi anche: la stazione rinnovata'],
    ['pt', 'Veja também: a estação renovada'],
    ['nl', 'Lees ook: het station vernieuwd'],
    ['pl', 'Czytaj też: dworzec po remoncie'],
    ['el', 'Διαβάστε επίσης: ο σταθμός ανακαινίστηκε'],
    ['ru', 'Читайте также: вокзал после ремонта'],
    ['ja', '関連記事：駅が新しくなった'],
  ])('no prompt in %s: %s', (_, prompt) => {
    expect(linesOf(`<article>${paragraphs(Greek)}<p>${prompt}</p>${paragraphs(French)}</article>`)).toEqual([
      ...Greek,
      ...French,
    ]);
  });

  const block = fc.constantFrom(
    (text: string) => `<p>${text}</p>`,
    (text: string) => `<blockquote><p>${text}</p></blockquote>`,
    (text: string) => `<div>${text}</div>`,
    (text: string) => `<p><strong>${text.slice(0, 9)}</strong>${text.slice(9)}</p>`,
    (text: string) => `<ul><li>${text}</li></ul>`,
  );
  const start = [(text: string) => `<p>${text}</p>`, false] as const;
  const language = fc.constantFrom(German, French, Polish, Greek);

  it('every paragraph, list and quotation in its order, in any language', () => {
    fc.assert(
      fc.property(language, fc.array(fc.tuple(block, fc.boolean()), { maxLength: 30 }), (texts, blocks) => {
        const written = [...Array.from({ length: 4 }, () => start), ...blocks].map(([write, isShort], n) => {
          const text = `${n}. ${texts[n % 3]}`;
          return { write, text: isShort && n % 3 === 1 ? `${text.slice(0, 40)}.` : text };
        });
        const page = `<nav><a href="/">x</a></nav><h1>Port</h1><main><article>${written.map(({ write, text }) => write(text)).join('')}</article></main>`;
        expect(linesOf(page)).toEqual(written.map(({ text }) => text));
      }),
      { numRuns: runs(100) },
    );
  });
});
