import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { ArticleRow, Page } from '../../../src/contract/index.ts';
import { startRunner } from '../../harness/runner.ts';
import { rss, startFeedServer } from '../../harness/servers/feed-server.ts';

/** The time after which a program that has not shown what is expected is taken to have failed. */
const WAIT_MS = 60_000;
const PAUSE_MS = 100;

/** Asks until the answer is as expected. Fails with the last answer after a minute. */
export const until = async <T>(ask: () => T | Promise<T>, isDone: (value: T) => boolean): Promise<T> => {
  for (const end = Date.now() + WAIT_MS; ;) {
    const value = await ask();
    if (isDone(value)) return value;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value).slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};

const TITLES = ['Volcano erupts', 'Ferry sails', 'Football tonight'];

/** Starts a runner that follows a feed of three articles, with a token for a program of this machine and a home for it. */
export const openDesktopWorld = async (program: string) => {
  const home = await mkdtemp(join(tmpdir(), `${program}-`));
  const server = await startFeedServer();
  const feedOf = (titles: readonly string[]) =>
    server.set('/one.xml', {
      body: rss(
        titles.map((title, at) => ({
          title,
          link: `https://one.example/${title}`,
          guid: title,
          text: `<p>About ${title}</p>`,
          date: new Date(Date.now() - at * 60_000).toISOString(),
        })),
        { title: 'Feed one' },
      ),
    });
  feedOf(TITLES);
  const runner = await startRunner({ data: join(home, 'data'), allowHosts: server.host });
  onTestFinished(async () => {
    await runner.stop();
    await server.close();
    await rm(home, { recursive: true, force: true });
  });
  await runner.post('/api/keywords', { text: 'volcano' });
  await runner.post('/api/feeds', { url: server.url('/one.xml'), folder: 'News' });
  const rows = async () => (await runner.get<Page<ArticleRow>>('/api/articles')).items;
  await until(rows, (items) => items.length === TITLES.length);
  const { token } = await runner.post<{ token: string }>('/api/tokens', { name: program, scope: 'write' });
  return {
    home,
    runner,
    token,
    rows,
    /** Says what is known of each article in the page. */
    states: async () => (await rows()).map(({ title, is_read, is_saved }) => ({ title, is_read, is_saved })),
    /** Brings one more article. */
    publish: async (title: string) => {
      feedOf([title, ...TITLES]);
      await runner.post('/api/jobs/fetch-feeds', {});
      await until(rows, (items) => items.length === TITLES.length + 1);
    },
  };
};

/** Tells whether programs are installed. */
export const areThere = (...names: string[]): boolean =>
  names.every((name) => spawnSync('which', [name]).status === 0);

const firstLine = async (stream: Readable): Promise<string> => {
  const [line] = await once(createInterface(stream), 'line');
  return String(line);
};

/** Starts a program that lives as long as the test. */
export const keep = (command: string, args: readonly string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return child;
};

/** Opens a screen and a session's bus, and returns the environment of programs there, whose home is a folder. */
export const openDesktop = async (home: string): Promise<NodeJS.ProcessEnv> => {
  const base = { PATH: process.env['PATH'], HOME: home, LC_ALL: 'C.UTF-8' };
  const screen = keep('Xvfb', ['-displayfd', '1', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'], base);
  const bus = keep('dbus-daemon', ['--session', '--nofork', '--print-address'], base);
  return {
    ...base,
    DISPLAY: `:${await firstLine(screen.stdout)}`,
    DBUS_SESSION_BUS_ADDRESS: await firstLine(bus.stdout),
    // Neither a helper for the blind nor settings of the desktop are there.
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'memory',
  };
};
