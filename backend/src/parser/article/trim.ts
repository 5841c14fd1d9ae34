import type { PageElement } from '../html/page-tree.ts';
import { linesOf, withoutLines, type Line } from './lines.ts';

/** Share of a summary's words from which it says nothing that the text does not say too. */
const REPEATED = 0.76;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/**
 * Returns those of the summaries of whose words most stand in a text too. Words are runs of four letters or more, so
 * that nothing counts as repeated in languages that are written without spaces.
 */
const repeatedIn = (
  lines: readonly { text: string }[],
  summaries: readonly string[],
): ReadonlySet<string> => {
  if (summaries.length === 0) return new Set();
  const known = new Set(wordsOf(lines.map(({ text }) => text).join('\n')));
  return new Set(
    summaries.filter((summary) => {
      const own = wordsOf(summary);
      return own.length > 0 && own.filter((word) => known.has(word)).length >= own.length * REPEATED;
    }),
  );
};

/*
 * Beginnings of lines that lead away from an article or stand beside it, by language: other articles, subscriptions,
 * sharing, advertisements, sources. A space stands for any white space. Many publishers write them; none is there for
 * a single site.
 */
const BEGINNINGS: Readonly<Record<string, string>> = {
  de: `mehr zum thema|mehr (?:zu|über|von|aus|auf)|das könnte (?:sie|dich|euch)|
    (?:sie|du) (?:könnten|könntest) auch|lesen sie (?:auch|hier|mehr|weiter|dazu)|lies auch|
    auch interessant|siehe auch|zum weiterlesen|weiterlesen|
    weitere (?:artikel|themen|nachrichten|beiträge|meldungen)|weiterführende|zum angebot|
    jetzt (?:anmelden|abonnieren|registrieren|newsletter)|anzeige|werbung|
    artikel (?:teilen|drucken|merken)|teilen|kommentare? schreiben|keine kommentare|themen im artikel|
    mehr themen|schlagwörter|folgen sie uns|folge uns|alle rechte vorbehalten|lade weitere|nach oben|
    entdecken? (?:sie|weitere)|foto:|bild:|bildquelle|quellen?:|quellenangaben?`,
  fr: `lire aussi|à lire|lire la suite|voir aussi|sur le même sujet|pour aller plus loin|en savoir plus|
    abonnez-vous|inscrivez-vous|partagez|partager|crédits? photos?|publicité|suivez-nous|
    tous droits réservés|découvrez aussi|vous aimerez aussi|articles? (?:liés?|similaires?)`,
  es: `lea también|lee también|(?:le|te) puede interesar|(?:le|te) recomendamos|vea también|ver también|
    mira (?:también|más)|mira:|ver más|leer más|más noticias|síguenos|suscríbe(?:te|ase)|únete|comparte|
    compartir|publicidad|todos los derechos reservados`,
  pt: `veja também|leia também|leia mais|veja mais|saiba mais|siga-nos|siga o|assine|compartilhe|
    publicidade|todos os direitos reservados`,
  it: `leggi anche|potrebbe interessarti|ti potrebbe interessare|vedi anche|iscriviti|condividi|pubblicità|
    seguici|tutti i diritti riservati`,
  nl: `lees (?:ook|meer|verder)|bekijk ook|zie ook|gerelateerd|deel dit|meld je aan|schrijf je in|
    advertentie|volg ons`,
  pl: `czytaj (?:też|także|również|więcej)|zobacz (?:też|także|również|więcej)|
    przeczytaj (?:też|także|również)|polecamy|udostępnij|drukuj|obserwuj nas|wszelkie prawa zastrzeżone|
    materiał chroniony|fot\\.`,
  el: `διαβάστε (?:επίσης|ακόμη|ακόμα|περισσότερα)|δείτε (?:επίσης|ακόμη|ακόμα)|σχετικά (?:άρθρα|θέματα)|
    κοινοποίηση|ακολουθήστε|εγγραφείτε|πηγή:`,
  cs: `čtěte (?:také|více|i)|přečtěte si|související`,
  ru: `читайте (?:также|еще|ещё)|смотрите также|по теме|поделиться|подписывайтесь|подпишитесь`,
  nordic: `läs (?:också|mer|även)|les (?:også|mer)|læs (?:også|mere)|følg os|følg oss|annons|annonse|annonce`,
  tr: `ayrıca (?:bakınız|okuyun)|ilgili haberler|bunlar da ilginizi çekebilir`,
  ja: `関連(?:記事|リンク|ニュース)|あわせて読みたい|こちらもおすすめ|続きを読む|この記事を(?:シェア|共有)`,
  zh: `相关(?:阅读|新闻|文章)|延伸阅读|推荐阅读|责任编辑|編輯推薦`,
  ko: `관련 ?(?:기사|뉴스)|저작권자`,
};

/** Matches the beginning of a short line that is a prompt in another language than English. */
const PROMPTS = new RegExp(
  `^[\\s\\P{L}]{0,5}(?:${Object.values(BEGINNINGS)
    .join('|')
    .replace(/\n */g, '')
    .replaceAll(' ', '\\s')})(?:(?!\\p{L})|(?=[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]))`,
  'iu',
);

/** Beginnings of lines that lead away from the article or stand beside it, of any line that is short. */
const PROMPT =
  /^[\s\W]{0,5}(?:related\b|read (?:more|next|also|the full)|see (?:also|more)\b|also (?:read|see)\b|more (?:from|on|about|stories|coverage|news)\b|more:|don'?t miss\b|you (?:may|might) (?:also )?(?:like|be interested|have missed)|recommended\b|most (?:read|popular)|trending\b|click here|follow (?:us|me|him|her|them|@|\w{2,20} on)\b|subscribe\b|sign up\b|join (?:us|our|the conversation)|get (?:the latest|access|more from)|download (?:our|the) app|like us\b|share (?:this|on)\b|tell us what|leave a (?:comment|reply)|have (?:a tip|an? idea)|loading\b|if you (?:enjoyed|liked|have a)|advertisements?\b|advert$|sponsored\b|continue reading|skip (?:to|ad)|filed under|tags?:|categories:|topics:|copyright\b|©|all rights reserved|image (?:credits?|source|copyright)|photos?(?: by|:| credit)|this (?:article|story|post|document|piece) (?:was|is|may|originally|first)|view (?:all|gallery)|enlarge (?:image|this)|about the author|written by|reporting by|about [A-Z]\w{1,30}(?: [A-Z]\w{1,30}){0,3}:?$)/i;
/** Beginnings of lines that stand before or after an article: dates, names, sources. */
const AROUND =
  /^[\s\W]{0,5}(?:by\b|from\b|posted\b|published\b|updated?\b|last (?:updated|modified)|sources?:|via\b|credits?:|comments?\b|watch\b|listen\b|editor'?s note|correction|disclaimer|disclosure|note:|contact\b|written\b|reporting\b|additional reporting|follow\b)/i;
const MAX_PROMPT = 220;

/** A line that is one link, apart from a few characters. */
const ONE_LINK = 0.9;
const isOneLink = ({ linked, text }: Line): boolean => linked >= ONE_LINK && text.length > 1;

const isShouted = (text: string): boolean =>
  text.length > 15 && text === text.toUpperCase() && text !== text.toLowerCase();

const isPrompt = ({ text }: Line): boolean =>
  text.length <= MAX_PROMPT && (PROMPT.test(text) || PROMPTS.test(text));

const ENDS = /[.!?:;…。！？”"'’»)\]]\s{0,2}$/;

/** The last line before `index` that is neither dropped nor a caption. */
const lineBefore = (lines: readonly Line[], index: number, dropped: ReadonlySet<Line>): Line | undefined =>
  lines.slice(0, index).findLast((line) => line.kind !== 'caption' && !dropped.has(line));

const introduces = (line: Line | undefined): line is Line =>
  line !== undefined &&
  !line.isProse &&
  line.text.length < 90 &&
  (line.kind === 'heading' || line.text.endsWith(':') || isPrompt(line));

/** Adds lists whose items are nothing but links, with the line that introduces them. */
const dropLinkLists = (lines: readonly Line[], dropped: Set<Line>): void => {
  const byList = Map.groupBy(
    lines.filter(({ kind, list }) => kind === 'item' && list !== null),
    ({ list }) => list,
  );
  for (const items of byList.values()) {
    const linked = items.filter(isOneLink).length;
    if (linked / items.length < 0.8) continue;
    for (const item of items) dropped.add(item);
    const [first] = items;
    const before = first === undefined ? undefined : lineBefore(lines, lines.indexOf(first), dropped);
    if (introduces(before)) dropped.add(before);
  }
};

/** Adds prompts, and lines that are one link and belong to no list: leads to other articles. */
const dropAsides = (lines: readonly Line[], dropped: Set<Line>): void => {
  lines.forEach((line, index) => {
    if (line.kind === 'caption' || line.kind === 'cell' || dropped.has(line)) return;
    const isLead = isOneLink(line) && line.kind === 'text' && !ENDS.test(line.text);
    const isShoutedLink = line.linked > 0.5 && isShouted(line.text);
    if (!isLead && !isShoutedLink && !(isPrompt(line) && (!line.isProse || line.linked > 0.2))) return;
    dropped.add(line);
    const before = lineBefore(lines, index, dropped);
    if (isLead && introduces(before) && before.kind !== 'heading') dropped.add(before);
  });
};

const isAround = (line: Line): boolean =>
  isPrompt(line) || (line.text.length <= MAX_PROMPT && AROUND.test(line.text));

const isSentence = (line: Line): boolean => line.isProse && line.kind !== 'heading' && !isPrompt(line);

/**
 * Adds what stands before the first sentence: titles, dates, names. Lists stay, and so do headings that say something
 * new in a sentence or that are the first section's.
 */
const dropBeginning = (lines: readonly Line[], dropped: Set<Line>, titles: ReadonlySet<string>): void => {
  const left = lines.filter((line) => !dropped.has(line) && line.kind !== 'caption');
  const first = left.findIndex(isSentence);
  if (first === -1) return;
  const before = left.slice(0, first);
  const standfirsts = before.filter((line) => line.kind === 'heading' && line.isProse);
  const repeated = repeatedIn(
    left.slice(first),
    standfirsts.map(({ text }) => text),
  );
  before.forEach((line, index) => {
    const isTitle = line.owner.name === 'h1' || titles.has(line.text);
    const isOpening = line.isProse ? !repeated.has(line.text) : index === first - 1;
    const isKept =
      line.kind === 'heading' ? !isTitle && isOpening : line.kind === 'item' || ENDS.test(line.text);
    if (!isKept || isAround(line)) dropped.add(line);
  });
};

/** Adds what stands after the last sentence: names, leads to other articles, headings without a text. */
const dropEnd = (lines: readonly Line[], dropped: Set<Line>): void => {
  const left = lines.filter((line) => !dropped.has(line) && line.kind !== 'caption');
  const last = left.findLastIndex(isSentence);
  if (last === -1) return;
  for (const line of left.slice(last + 1).toReversed()) {
    // A heading stays if something that belongs to the article follows it.
    const isEmptyHeading =
      line.kind === 'heading' && left.slice(left.indexOf(line) + 1).every((next) => dropped.has(next));
    if (isEmptyHeading || isOneLink(line) || isAround(line)) dropped.add(line);
  }
};

/** Returns an article without the lines that do not belong to its text. `titles` are what its page calls itself. */
export const trimmed = (article: PageElement, titles: ReadonlySet<string>): PageElement => {
  const lines = linesOf(article);
  const dropped = new Set<Line>();
  dropLinkLists(lines, dropped);
  dropAsides(lines, dropped);
  dropBeginning(lines, dropped, titles);
  dropEnd(lines, dropped);
  return withoutLines(article, dropped);
};

/** The longest standfirst, in characters; more text between a headline and the article is something else. */
const MAX_STANDFIRST = 1200;
/** Without a headline, the number of lines before the first sentence of an article that can be its standfirst. */
const MAX_BETWEEN = 3;
/** Share of a line's text up to which it can be links. */
const MAX_LINKED = 0.3;

const isLead = ({ kind, isProse, linked }: Line): boolean =>
  kind !== 'caption' && isProse && linked <= MAX_LINKED;

const lengthOf = (lines: readonly Line[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the lines between the headline of a page and the first sentence of its article that read like sentences. */
const linesAbove = (page: PageElement, article: readonly Line[], titles: ReadonlySet<string>): Line[] => {
  const lines = linesOf(page);
  const kept = new Set(article.map(({ text }) => text));
  const first = lines.findIndex((line) => line.isProse && kept.has(line.text));
  if (first === -1) return [];
  const headline = lines
    .slice(0, first)
    .findLastIndex(({ owner, text }) => owner.name === 'h1' || titles.has(text));
  const isStandfirst = (line: Line): boolean => isLead(line) && !isAround(line) && !kept.has(line.text);
  const near = lines.slice(Math.max(0, first - MAX_BETWEEN), first);
  const nearest = near.slice(near.findLastIndex(({ kind }) => kind === 'heading') + 1).filter(isStandfirst);
  const above = lines.slice(headline + 1, first).filter(isStandfirst);
  return headline === -1 || lengthOf(above) > MAX_STANDFIRST ? nearest : above;
};

/** Returns an article with the standfirst that its page shows under the headline, if the article lacks it. */
export const withStandfirst = (
  article: PageElement,
  page: PageElement,
  titles: ReadonlySet<string>,
): PageElement => {
  const own = linesOf(article);
  const lines = linesAbove(page, own, titles);
  const whole = lines.map(({ text }) => text).join('\n');
  if (lines.length === 0 || whole.length > MAX_STANDFIRST || repeatedIn(own, [whole]).size > 0)
    return article;
  const paragraphs = lines.map(({ owner, from, to }) => ({
    name: 'p',
    attributes: {},
    children: owner.children.slice(from, to + 1),
  }));
  return { ...article, children: [...paragraphs, ...article.children] };
};
