import type { CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../e2e/browser.ts';

/** Bytes a second of a connection of 400 kbit/s, and its latency in milliseconds. */
const SLOW = { downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 150, offline: false };
export const ARTICLES_READ = 100;
/** Chromium's shortest event that is told, in milliseconds; it tells durations in steps of 8. */
const SHORTEST_EVENT_MS = 16;
const SWITCHES = 9;
/** The pixels of a turn of the wheel, the turns between two looks at the page, and how long it may take to load more, in milliseconds. */
const STEP = 600;
const TURNS = 5;
const PATIENCE_MS = 10_000;

const rows = (page: Page) => page.getByTestId('article-row');

/** Opens a page of its own browser, calls `measure`, and closes the browser. */
const inBrowser = async <T>(measure: (page: Page, devtools: CDPSession) => Promise<T>): Promise<T> => {
  const { page, close } = await openBrowser({ width: 1280, height: 900 }, { isMeasured: true });
  try {
    return await measure(page, await page.context().newCDPSession(page));
  } finally {
    await close();
  }
};

/** Collects the entries of the page's performance timeline of some types in `window.entriesOf`. */
const observe = async (page: Page, types: readonly string[]): Promise<void> => {
  await page.addInitScript(
    ([asked, shortest]) => {
      const seen: Record<string, PerformanceEntry[]> = {};
      Reflect.set(window, 'entriesOf', seen);
      for (const type of asked) {
        const list: PerformanceEntry[] = [];
        seen[type] = list;
        new PerformanceObserver((found) => list.push(...found.getEntries())).observe({
          type,
          buffered: true,
          ...(type === 'event' ? { durationThreshold: shortest } : {}),
        });
      }
    },
    [types, SHORTEST_EVENT_MS] as const,
  );
};

type Told = { name: string; startTime: number; duration: number; value?: number };

const entriesOf = (page: Page, type: string): Promise<Told[]> =>
  page.evaluate(
    (of) => Reflect.get(window, 'entriesOf')[of].map((entry: PerformanceEntry) => entry.toJSON()),
    type,
  );

/** Measures the start of the page with an empty cache, over a slow connection and without a limit. */
export const measureStart = async (origin: string) => {
  const once = (isSlow: boolean) =>
    inBrowser(async (page, devtools) => {
      await devtools.send('Network.enable');
      if (isSlow) await devtools.send('Network.emulateNetworkConditions', SLOW);
      await observe(page, ['paint', 'layout-shift']);
      await page.goto(origin, { waitUntil: 'commit', timeout: 120_000 });
      await rows(page).first().waitFor({ timeout: 120_000 });
      const list_ms = await page.evaluate(() => performance.now());
      // Pictures and icons may still move something.
      await page.waitForLoadState('networkidle', { timeout: 120_000 });
      const [first] = await entriesOf(page, 'paint');
      const shifts = await entriesOf(page, 'layout-shift');
      const font_bytes = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.woff2'))
          .reduce(
            (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0),
            0,
          ),
      );
      return {
        font_bytes,
        first_paint_ms: first?.['startTime'] ?? Infinity,
        list_ms,
        layout_shift: shifts.reduce((sum, { value = 0 }) => sum + value, 0),
      };
    });
  return { slow: await once(true), fast: await once(false) };
};

/** Returns the value that a share of all values does not exceed, by nearest rank. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;

/**
 * Reads articles one after the other by the keyboard. Returns requests and bytes for each, and how long it takes from a key to
 * the frame that answers it: of 95 % of the keys, and of the slowest. Keys that were answered too soon to be told count as
 * the shortest time that is.
 */
export const measureReading = (origin: string) =>
  inBrowser(async (page, devtools) => {
    await observe(page, ['event']);
    await page.goto(`${origin}/?filter=unread`);
    await rows(page).first().waitFor();
    await page.waitForLoadState('networkidle');
    await devtools.send('Network.enable');
    let requests = 0;
    let bytes = 0;
    const isOfApi = new Map<string, boolean>();
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      isOfApi.set(requestId, new URL(request.url).pathname.startsWith('/api/'));
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (isOfApi.get(requestId) !== true) return;
      requests += 1;
      bytes += encodedDataLength;
    });
    for (let read = 0; read < ARTICLES_READ; read += 1) {
      await page.keyboard.press('j');
      await page.getByTestId('article-content').first().waitFor();
      await page.waitForTimeout(400);
    }
    await page.waitForLoadState('networkidle');
    const events = await entriesOf(page, 'event');
    const told = events.filter(({ name }) => name === 'keydown').map(({ duration }) => duration);
    const untold = Array.from({ length: Math.max(0, ARTICLES_READ - told.length) }, () => SHORTEST_EVENT_MS);
    const reactions = [...told, ...untold];
    return {
      requests: requests / ARTICLES_READ,
      bytes: bytes / ARTICLES_READ,
      reaction_p95_ms: quantile(reactions, 0.95),
      slowest_ms: Math.max(...reactions),
    };
  });

/** Goes from feed to feed. Returns the median time from the end of the answer to the frame that shows its rows. */
export const measureSwitching = (origin: string): Promise<number> =>
  inBrowser(async (page) => {
    await page.goto(`${origin}/?filter=unread`);
    await rows(page).first().waitFor();
    await page.waitForLoadState('networkidle');
    const times: number[] = [];
    for (let at = 0; at < SWITCHES; at += 1) {
      // It ends with the frame in which other rows are on the page.
      const shown = page.evaluate(async () => {
        const first = () =>
          document.querySelector('[data-testid=article-row]')?.getAttribute('data-article') ?? null;
        const before = first();
        performance.clearResourceTimings();
        while (first() === before || first() === null)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        const ends = performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/api\/articles\?/.test(name))
          .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.responseEnd : 0));
        return now - Math.max(0, ...ends);
      });
      await page.getByTestId('feed-line').nth(at).click();
      times.push(await shown);
      await page.waitForLoadState('networkidle');
    }
    return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  });

/** Scrolls through the whole list. Returns the tasks that held the page, and the heap at the end after a collection. */
export const measureScrolling = (origin: string, entries: number) =>
  inBrowser(async (page, devtools) => {
    await observe(page, ['longtask']);
    await page.goto(`${origin}/?sort=time&filter=unread`);
    await rows(page).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      Reflect.get(window, 'entriesOf')['longtask'].length = 0;
    });
    await page.mouse.move(640, 600);
    let last = 0;
    for (let moved = performance.now(); last < entries && performance.now() - moved < PATIENCE_MS;) {
      // The browser itself scrolls, as for a reader, so that no script of the benchmark has the page laid out.
      for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, STEP);
      const place = await rows(page).last().getAttribute('aria-posinset');
      if (Number(place) > last) moved = performance.now();
      last = Math.max(last, Number(place));
    }
    const tasks = await entriesOf(page, 'longtask');
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    return {
      rows: last,
      longest_task_ms: Math.max(0, ...tasks.map(({ duration }) => duration)),
      long_tasks: tasks.length,
      heap_mb: usedSize / 1024 / 1024,
    };
  });
