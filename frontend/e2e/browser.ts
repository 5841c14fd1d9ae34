import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';

/** Names of Chromium's program. The first one has no windows and takes a seventh less of the processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
/**
 * Parts of Chromium that are left out: the two pages behind the address bar, which each new window would load although nobody
 * sees them (a quarter of the suite's processor time), and those that playwright-core leaves out. Its list has to stand here, too,
 * because Chromium reads the last list only.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** The switches of every browser that the project starts. */
export const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  // Without a process of its own for pictures the suite takes a tenth less of the processor.
  '--in-process-gpu',
  // Letters stand where windows would show them, and not at whole pixels.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${LEFT_OUT.join(',')}`,
];

/**
 * The switch of browsers that live for a few seconds: compiling a page's code once more, for speed, took a tenth of the suite's
 * processor time, and no test runs it long enough to gain.
 */
const SHORT_LIVED = '--js-flags=--no-turbofan,--no-maglev';

/** Returns the path of Chromium. @throws Error if none is on the path. */
export const executable = (): string => {
  const folders = (process.env['PATH'] ?? '').split(':');
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  if (found === undefined) throw new Error(`the browser suite needs one of ${NAMES.join(', ')} on the path`);
  return found;
};

/** Milliseconds for which a check is repeated, because the machine may be busy, and between two tries. */
const [PATIENCE, PAUSE] = [60_000, 50];

/** Repeats a check until it succeeds. Also outside of a test, where `vi.waitFor` fails. @throws the last error of the check */
export const eventually = async (check: () => void | Promise<void>): Promise<void> => {
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await setTimeout(PAUSE);
  }
};

export type Look = {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  locale: string;
  /** True for a phone: the page gets touches and cannot hover. */
  isPhone: boolean;
  /** True to show movements. Most tests are not about them, and drawing them takes an eighth of the processor time. */
  isMoving: boolean;
};

const DESK: Look = {
  width: 1280,
  height: 800,
  colorScheme: 'light',
  locale: 'en-US',
  isPhone: false,
  isMoving: false,
};

/** A reader's settings of the browser, in pixels: the size of texts that set none, and the least size of any text. */
type Settings = { defaultFontSize?: number; minimumFontSize?: number };

type Options = {
  isOfflineReady?: boolean;
  settings?: Settings;
  /** True for a benchmark, whose code must be as fast as for a reader. */
  isMeasured?: boolean;
};

const launched = new Map<string, Promise<Browser>>();

/**
 * Returns this process's Chromium of some settings, which the first call starts: starting one takes a second of a processor. It
 * ends with the process.
 */
const chromiumOfProcess = (settings: Settings, isMeasured: boolean): Promise<Browser> => {
  const list = Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
  const own = [...(isMeasured ? [] : [SHORT_LIVED]), ...(list === '' ? [] : [`--blink-settings=${list}`])];
  const key = own.join(' ');
  const args = [...ARGUMENTS, ...own];
  const browser = launched.get(key) ?? chromium.launch({ executablePath: executable(), args });
  launched.set(key, browser);
  return browser;
};

/** Closes the windows that a file of tests has left open, so that the next file has the processor for itself. */
export const closeWindows = async (): Promise<void> => {
  for (const browser of launched.values())
    for (const context of (await browser).contexts()) await context.close();
};

/** Ends this process's Chromiums, if there are any. */
export const endChromium = async (): Promise<void> => {
  const browsers = [...launched.values()];
  launched.clear();
  for (const browser of browsers) await (await browser).close();
};

/** Opens Chromium with a fresh profile. Collects the errors that a page logs and the files that it fails to load. */
export const openBrowser = async (
  look: Partial<Look> = {},
  { isOfflineReady = false, settings = {}, isMeasured = false }: Options = {},
) => {
  const { width, height, colorScheme, locale, isPhone, isMoving } = { ...DESK, ...look };
  // Each context has cookies, storage, caches and workers of its own.
  const context = await (
    await chromiumOfProcess(settings, isMeasured)
  ).newContext({
    viewport: { width, height },
    colorScheme,
    locale,
    reducedMotion: isMoving ? 'no-preference' : 'reduce',
    // Most tests are about what the server answers, and not about what the service worker has kept.
    serviceWorkers: isOfflineReady ? 'allow' : 'block',
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  // A page that is left before a removal is answered sends the removal again, and what is removed already is then not found.
  const removedTwice = new Set<string>();
  page.on('requestfailed', (request) => {
    if (request.method() === 'DELETE') removedTwice.add(request.url());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error') return;
    if (message.text().includes(' 404 ') && removedTwice.has(url)) return;
    // Keep only the path of an address, so that a port is never mistaken for a status code.
    complaints.push(`${message.text()} ${URL.parse(url)?.pathname ?? ''}`.trim());
  });
  return {
    page,
    complaints,
    /** Saves a screenshot in the folder that `SHOTS` names, if any. */
    shoot: async (name: string) => {
      const folder = process.env['SHOTS'];
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    },
    close: () => context.close(),
  };
};
