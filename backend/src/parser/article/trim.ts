import { type PageElement } from '../html/page-tree.ts';
import { PROMPTS } from './prompts.ts';
import { repeatedIn } from './repeats.ts';
import { linesOf, withoutLines, type Line } from './lines.ts';

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

export const isAround = (line: Line): boolean =>
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
