/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page, Request } from 'playwright-core';

/** The allow-list of the sanitiser, as plain data that can be passed to the page. */
const allowed: { tags: string[]; attributes: Record<string, string[]> } = {
  tags: 'p br a ul ol li blockquote pre code strong em img h1 h2 h3 h4 h5 h6 figure figcaption table thead tbody tr th td hr del sub sup'.split(
    ' ',
  ),
  attributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'referrerpolicy'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
};

/** Runs in the page. Shows each text as an article and returns what the browser built beyond the allow-list. */
const offences = async ([texts, { tags, attributes }]: [string[], typeof allowed]): Promise<
  [number, string][]
> => {
  const found: [number, string][] = [];
  const check = (index: number, root: Element): void => {
    const report = (what: string) => found.push([index, what]);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
    while (walker.nextNode() !== null) {
      const node = walker.currentNode;
      if (node.nodeType === Node.TEXT_NODE) continue;
      if (!(node instanceof HTMLElement) || node.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
        report(`node ${node.nodeName}`);
        continue;
      }
      const name = node.localName;
      if (!tags.includes(name)) report(`<${name}>`);
      for (const attribute of node.getAttributeNames())
        if (attributes[name]?.includes(attribute) !== true) report(`${name} ${attribute}`);
      if (node instanceof HTMLAnchorElement) {
        if (!['http:', 'https:', 'mailto:'].includes(node.protocol))
          report(`a href ${node.getAttribute('href')}`);
        if (node.target !== '_blank' || node.rel !== 'noopener noreferrer') report('a target or rel');
      }
      if (node instanceof HTMLImageElement) {
        if (!/^https?:\/\//.test(node.src)) report(`img src ${node.getAttribute('src')}`);
        if (node.loading !== 'lazy' || node.referrerPolicy !== 'no-referrer') report('img loading');
      }
    }
  };
  const place = document.getElementById('place') ?? document.body;
  for (const [index, text] of texts.entries()) {
    place.innerHTML = text;
    check(index, place);
    // Serialise and parse the HTML once more, because mutation attacks rely on that.
    const again = place.innerHTML;
    place.innerHTML = again;
    check(index, place);
    const around = [...document.body.childNodes, ...document.head.childNodes].filter(
      (node) => node !== place,
    );
    if (around.length > 0) found.push([index, `beside it: ${around.map(({ nodeName }) => nodeName).join()}`]);
  }
  // Event handlers and loads that the texts caused come before this timer.
  await new Promise((resolve) => setTimeout(resolve, 0));
  return found;
};

const ORIGIN = 'https://reader.example';

/**
 * Opens a page without a content security policy, so that only the sanitiser protects it. `check` returns what is wrong
 * with which text. `escapes` returns everything that ran, was loaded or navigated since.
 */
export const openChecker = async (page: Page) => {
  const escaped: string[] = [];
  const isPicture = (request: Request): boolean =>
    request.resourceType() === 'image' && /^https?:/.test(request.url());
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.url() === `${ORIGIN}/`)
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><body><div id="place"></div></body>',
      });
    if (!isPicture(request)) escaped.push(`${request.resourceType()} ${request.url()}`);
    return route.abort();
  });
  await page.exposeFunction('pwn', () => void escaped.push('a script ran'));
  await page.goto(`${ORIGIN}/`);
  const globals = () => page.evaluate(() => Object.keys(window).length + document.title);
  const before = await globals();
  page.on('framenavigated', (frame) => escaped.push(`navigated to ${frame.url()}`));
  page.on('dialog', (dialog) => {
    escaped.push('a dialog');
    void dialog.dismiss();
  });
  page.context().on('page', (another) => escaped.push(`a window: ${another.url()}`));
  return {
    check: (texts: string[]) => {
      const given: [string[], typeof allowed] = [texts, allowed];
      return page.evaluate(offences, given);
    },
    escapes: async () => [...escaped, ...((await globals()) === before ? [] : ['a global name'])],
  };
};
