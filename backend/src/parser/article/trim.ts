import { type PageElement } from '../html/page-tree.ts';
import { linesOf, withoutLines, type Line } from './lines.ts';

/** Lines that ask the reader to do something else than read on; of short lines only. */
const PROMPT =
  /^[\s\W]{0,5}(?:related|read (?:more|next|also|the full)|see (?:also|more)|also (?:read|see|on)|more (?:from|on|about|stories|coverage|news)|don'?t miss|you (?:may|might) (?:also )?(?:like|be interested|have missed)|recommended|most (?:read|popular)|trending|watch|listen|click (?:here|to)|follow (?:us|me|him|her|them|the|@|\w{2,20} on)|follow \w{2,20}'s|subscribe|sign up|join (?:us|our|the conversation)|get (?:the latest|our|access|more|updates)|download (?:our|the)|like us|share (?:this|on)|tell us|tweet|comments?\b|leave a|have (?:a tip|an? idea|you got)|if you (?:enjoyed|liked|have a)|advertisements?\b|adverti?|sponsored|continue reading|skip (?:to|ad)|sources?:|via:?\s|filed under|tags?:|categories:|topics:|copyright|©|all rights reserved|image (?:credits?|source|copyright|:)|photos?(?: by|:| credit)|credits?:|posted (?:on|in|by)|published|updated?\b|last (?:updated|modified)|by [A-Z]|contact (?:us|the)|this (?:article|story|post|document|piece) (?:was|is|may|has|originally|first)|the post\b|editor'?s note|correction|view (?:all|more|the)|loading|enlarge|image \d|buy|shop|about the author|written by|reporting by|disclaimer|disclosure|note:)/i;
const MAX_PROMPT = 220;

/** A line that is one link, apart from a few characters. */
const ONE_LINK = 0.9;
const isOneLink = ({ linked, text }: Line): boolean => linked >= ONE_LINK && text.length > 1;

const isShouted = (text: string): boolean =>
  text.length > 15 && text === text.toUpperCase() && text !== text.toLowerCase();

const isPrompt = ({ text }: Line): boolean => text.length <= MAX_PROMPT && PROMPT.test(text);

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

const dropAsides = (lines: readonly Line[], dropped: Set<Line>): void => {
  lines.forEach((line, index) => {
    if (line.kind === 'caption' || line.kind === 'cell' || dropped.has(line)) return;
    const isAside =
      (isOneLink(line) && (line.kind !== 'item' || isPrompt(line) || isShouted(line.text))) ||
      (!line.isProse && isPrompt(line)) ||
      (isPrompt(line) && line.linked > 0.3);
    if (!isAside) return;
    dropped.add(line);
    const before = lineBefore(lines, index, dropped);
    if (isOneLink(line) && introduces(before) && before.kind !== 'heading') dropped.add(before);
  });
};

/** Adds what stands before the first sentence and after the last one: titles, dates, names, headings without a text. */
const dropEnds = (lines: readonly Line[], dropped: Set<Line>): void => {
  const isLeft = (line: Line): boolean => !dropped.has(line) && line.kind !== 'caption';
  const first = lines.findIndex((line) => isLeft(line) && line.isProse && line.kind !== 'heading');
  const last = lines.findLastIndex((line) => isLeft(line) && line.isProse && line.kind !== 'heading');
  if (first === -1) return;
  for (const line of lines.slice(0, first))
    if (isLeft(line) && (line.kind === 'heading' || !ENDS.test(line.text) || line.text.length < 25))
      dropped.add(line);
  for (const line of lines.slice(last + 1))
    if (isLeft(line) && (line.kind === 'heading' || (line.kind === 'text' && !ENDS.test(line.text))))
      dropped.add(line);
};

/** Returns an article without the lines that do not belong to its text. */
export const trimmed = (article: PageElement): PageElement => {
  const lines = linesOf(article);
  const dropped = new Set<Line>();
  dropLinkLists(lines, dropped);
  dropAsides(lines, dropped);
  dropEnds(lines, dropped);
  return withoutLines(article, dropped);
};
