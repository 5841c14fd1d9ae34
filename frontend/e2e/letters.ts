/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core';

/** Runs in the page. Returns the elements that are wider than the window or that scroll sideways by mistake. */
const tooWide = async (): Promise<string[]> => {
  const moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  const scrollers =
    '[data-testid=article-content] [data-scrolls], nav[data-scrolls], [role=tablist], [data-testid=crawl-table]';
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth;
  if (wide > width) found.push(`the page: ${wide} of ${width} px`);
  // These scroll sideways on purpose: code blocks and tables of an article, the table of a crawl, lists of tabs.
  const scrolling = new Set(
    [...document.querySelectorAll(scrollers)].flatMap((it) => [it, ...it.querySelectorAll('*')]),
  );
  // Each element is around many others.
  const known = new Map<Element, { overflowX: string; frame: DOMRect }>();
  const measured = (element: Element) => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const now = { overflowX: getComputedStyle(element).overflowX, frame: element.getBoundingClientRect() };
    known.set(element, now);
    return now;
  };
  // Only for what is found: the text of an element has that of all elements in it.
  const nameOf = (element: Element): string =>
    `${element.tagName} ${element.getAttribute('data-testid') ?? element.getAttribute('role') ?? ''} ${element.textContent.slice(0, 20)}`;
  for (const element of document.querySelectorAll('body *')) {
    if (scrolling.has(element)) continue;
    const { overflowX, frame: box } = measured(element);
    const isScroller = overflowX === 'auto' || overflowX === 'scroll';
    if (isScroller && element.scrollWidth > element.clientWidth + 1)
      found.push(`scrolls: ${nameOf(element)}: ${element.scrollWidth} of ${element.clientWidth} px`);
    const leaves = box.width > 1 && (box.right > width + 1 || box.width > width);
    if (leaves && element.matches('button, a, h1, h2, h3, p, [role=dialog], [role=alertdialog], output > *'))
      found.push(`leaves: ${nameOf(element)}: ${box.right} px`);
  }
  // A control is lost if it lies beyond the window, or in what an element around it cuts off.
  for (const control of document.querySelectorAll('button, a, input, select, textarea, summary')) {
    const { frame: box } = measured(control);
    if (box.width <= 1 || box.height <= 1 || scrolling.has(control)) continue;
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    const middle = (box.left + box.right) / 2;
    for (let around = control.parentElement; around !== null; around = around.parentElement) {
      const { overflowX, frame } = measured(around);
      if (overflowX === 'visible' || (middle > frame.left && middle < frame.right)) continue;
      found.push(
        `lost: ${control.tagName} ${(control.getAttribute('aria-label') ?? control.textContent).slice(0, 20)}`,
      );
      break;
    }
  }
  return found;
};

/** Returns styles that set the whole page in faces, but for code. */
const setIn = (sans: string, serif: string): string =>
  `:root, [lang] { --chakra-fonts-body: ${sans} !important; --chakra-fonts-heading: ${sans} !important;
  --chakra-fonts-reading: ${serif} !important; }`;

/** Runs in the page. Returns its own faces under other names, with letters of another width. */
const resizedFaces = (factor: number): string =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule && /Omomi/.test(rule.cssText))
    .map(({ cssText }) =>
      cssText
        .replaceAll('Omomi', 'Resized')
        .replace(/size-adjust: ([\d.]+)%/, (_, size) => `size-adjust: ${Number(size) * factor}%`)
        .replaceAll(
          /(ascent|descent)-override: ([\d.]+)%/g,
          (_, side, size) => `${side}-override: ${Number(size) / factor}%`,
        ),
    )
    .join('\n');

/** Returns the style sheet that sets the page in its own faces, as much wider as `factor` says. */
const scaled = async (page: Page, factor: number): Promise<string> =>
  (await page.evaluate(resizedFaces, factor)) + setIn("'Resized Sans'", "'Resized Serif'");

/** The letters that a page is set in, as a style sheet: its own, the widest and the narrowest of Debian's, and its own a fifth wider and narrower. */
const letters = {
  'its own': () => '/* as the page is */',
  'the widest': () => setIn("'DejaVu Sans'", "'DejaVu Serif'"),
  'the narrowest': () => setIn("'Liberation Sans Narrow'", "'Liberation Sans Narrow'"),
  'a fifth wider': (page: Page) => scaled(page, 1.2),
  'a fifth narrower': (page: Page) => scaled(page, 0.8),
};
type Letters = keyof typeof letters;
const allLetters: readonly Letters[] = [
  'its own',
  'the widest',
  'the narrowest',
  'a fifth wider',
  'a fifth narrower',
];

/** Runs in the page. Returns the faces that the machine does not have. */
const missingFaces = (names: readonly string[]): string[] => {
  const pen = document.createElement('canvas').getContext('2d');
  const widthIn = (list: string): number => {
    if (pen !== null) pen.font = `20px ${list}`;
    return pen?.measureText('The widest and the narrowest').width ?? 0;
  };
  return names.filter((name) => widthIn(`'${name}', monospace`) === widthIn('monospace'));
};

/**
 * Returns what does not fit on the page, set in several letters one after the other.
 *
 * @throws Error if the machine lacks some of them
 */
export const misfits = async (page: Page, names = allLetters): Promise<string[]> => {
  const missing = await page.evaluate(missingFaces, ['DejaVu Sans', 'Liberation Sans Narrow']);
  if (missing.length > 0)
    throw new Error(`The suite needs ${missing.join(' and ')}: run .ci/machine, which installs them.`);
  const found: string[] = [];
  for (const name of names) {
    const style = await page.addStyleTag({ content: await letters[name](page) });
    await page.evaluate(() => document.fonts.ready);
    found.push(...(await page.evaluate(tooWide)).map((what) => `${name}: ${what}`));
    await style.evaluate((element) => element.parentNode?.removeChild(element));
  }
  return found;
};
