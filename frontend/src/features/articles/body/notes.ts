/** A link of an article to a place in the same article. */
type InnerLink = {
  /** The name of the place, without `#`. */
  to: string;
  text: string;
  /** True if it stands above the line. */
  isRaised: boolean;
};

/** A mark of a footnote: a number or a letter, or a sign, with or without brackets. */
const noteMark = /^[[(]?(?:\d{1,3}|[a-z]|[*†‡§¶]{1,3})[\])]?$/i;

const numbersIn = (name: string): string[] => name.match(/\d+/g) ?? [];

/**
 * Checks whether a link back belongs to the link to a note. Their places are named alike and numbered the same: `fn:1` and
 * `fnref:1`, `cite_note-2` and `cite_ref-2_0`, `_ftn3` and `_ftnref3`.
 */
const belongs = (to: string, back: string): boolean => {
  const [numbers, more] = [numbersIn(to), numbersIn(back)];
  if (numbers.length > 0) return numbers.every((number, at) => more[at] === number);
  return more.length === 0 && to.split(/[:_-]/).at(-1) === back.split(/[:_-]/).at(-1);
};

/**
 * Returns by the place of each link to a footnote the place of the link that leads back from the note. The names of the
 * places themselves are not in the article, so that notes are found by their links back.
 */
const pairNotes = (links: readonly InnerLink[]): Map<number, number> => {
  const pairs = new Map<number, number>();
  for (const [at, { to, text, isRaised }] of links.entries()) {
    if (!isRaised && !noteMark.test(text.trim())) continue;
    const back = links.findIndex((other, later) => later > at && other.to !== to && belongs(to, other.to));
    if (back !== -1) pairs.set(at, back);
  }
  return pairs;
};

const withoutHash = (address: string): string => address.split('#', 1)[0] ?? '';

/** Returns the links within the article: those with a hash to the address that most of them lead to. */
const innerLinks = (root: Element): Element[] => {
  const links = [...root.querySelectorAll('a[href*="#"]')];
  const counts = new Map<string, number>();
  for (const link of links) {
    const page = withoutHash(link.getAttribute('href') ?? '');
    counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  const [own] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return links.filter((link) => withoutHash(link.getAttribute('href') ?? '') === own);
};

/** Marks the links to footnotes (`data-note`) and the notes (`data-note-text`) with the same numbers. */
export const markNotes = (root: Element): void => {
  const links = innerLinks(root);
  const pairs = pairNotes(
    links.map((link) => ({
      to: (link.getAttribute('href') ?? '').replace(/^[^#]*#/s, ''),
      text: link.textContent ?? '',
      isRaised: link.closest('sup') !== null,
    })),
  );
  for (const [at, back] of pairs) {
    const [link, from] = [links[at], links[back]];
    const note = from?.closest('li') ?? from?.closest('p') ?? null;
    if (link === undefined || from === undefined || note === null || note.contains(link)) continue;
    const number = note.getAttribute('data-note-text') ?? String(at);
    note.setAttribute('data-note-text', number);
    from.setAttribute('data-note-back', '');
    link.setAttribute('data-note', number);
    link.setAttribute('aria-expanded', 'false');
  }
};
