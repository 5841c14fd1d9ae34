// @module-tag long
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ArticleRow, Page } from '../../../src/contract/index.ts';
import { startRunner } from '../../harness/runner.ts';
import { rss, startFeedServer } from '../../harness/servers/feed-server.ts';

/** Debian's newsboat is a real client of the Google Reader API: its source `feedhq` reads lists as Atom. */
const isThere = spawnSync('newsboat', ['--version']).status === 0;
const LIMIT_MS = 180_000;
/** What does not come within this time does not come. */
const WAIT_MS = 30_000;

const titles = ['Volcano erupts', 'Ferry sails', 'Football tonight'];

/** Asks until the answer is as expected. Fails with the last answer after half a minute. */
const until = async <T>(ask: () => T | Promise<T>, isDone: (value: T) => boolean): Promise<T> => {
  for (const end = Date.now() + WAIT_MS; ;) {
    const value = await ask();
    if (isDone(value)) return value;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value).slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** Runs newsboat in a terminal of its own, as a reader sees it. */
const openTerminal = (command: string, home: string) => {
  const child = spawn('script', ['-qfc', command, '/dev/null'], {
    cwd: home,
    env: { ...process.env, HOME: home, TERM: 'xterm', LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  child.stdout.on('data', (bytes: Buffer) => (screen += bytes.toString('utf8')));
  const exited = once(child, 'exit');
  const close = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(close);
  return {
    /** Presses keys, then waits until the screen has shown a text. */
    press: async (keys: string, shows: string) => {
      screen = '';
      child.stdin.write(keys);
      await until(
        () => screen,
        (text) => text.includes(shows),
      );
    },
    close,
  };
};

it.skipIf(!isThere)(
  'newsboat signs in, lists, reads and stars, and sees what the page did',
  { timeout: LIMIT_MS },
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'newsboat-'));
    const server = await startFeedServer();
    server.set('/one.xml', {
      body: rss(
        titles.map((title, at) => ({
          title,
          link: `https://one.example/${at}`,
          guid: `${at}`,
          text: `<p>About ${title}</p>`,
          date: new Date(Date.now() - at * 60_000).toISOString(),
        })),
        { title: 'Feed one' },
      ),
    });
    const runner = await startRunner({ data: join(home, 'data'), allowHosts: server.host });
    onTestFinished(async () => {
      await runner.stop();
      await server.close();
      await rm(home, { recursive: true });
    });
    await runner.post('/api/keywords', { text: 'volcano' });
    await runner.post('/api/feeds', { url: server.url('/one.xml'), folder: 'News' });
    const rows = async () => (await runner.get<Page<ArticleRow>>('/api/articles')).items;
    await until(rows, (items) => items.length === titles.length);
    const { token } = await runner.post<{ token: string }>('/api/tokens', {
      name: 'newsboat',
      scope: 'write',
    });
    await writeFile(
      join(home, 'config'),
      [
        'urls-source "feedhq"',
        `feedhq-url "${runner.origin}"`,
        'feedhq-login "anybody"',
        `feedhq-password "${token}"`,
        'feedhq-flag-star "s"',
        'feedhq-show-special-feeds no',
        '',
      ].join('\n'),
    );
    const command = ['newsboat', '-C', 'config', '-c', 'cache.db', '-u', 'urls'];
    const run = (...commands: string[]): string => {
      const [name = '', ...args] = [...command, '-x', ...commands];
      return spawnSync(name, args, { cwd: home, env: { ...process.env, HOME: home }, encoding: 'utf8' })
        .stdout;
    };
    const unread = (): string => run('reload', 'print-unread').trim();
    expect(unread()).toBe('3 unread articles');

    const terminal = openTerminal(command.join(' '), home);
    await terminal.press('', 'Feed one');
    await terminal.press('\r', 'Volcano erupts');
    await terminal.press('\r', 'your keyword “volcano”');
    // newsboat marks the article when the next key is pressed.
    await terminal.press('q', 'Ferry sails');
    const isRead = (title: string) => (items: ArticleRow[]) =>
      items.some((row) => row.title === title && row.is_read);
    await until(rows, isRead('Volcano erupts'));
    // ^E asks for the flags of the article in the last line. The screen is drawn by what changes of it.
    await terminal.press('\u0005', 'Flags:');
    await terminal.press('s\r', 'updated.');
    await until(rows, (items) => items.some((row) => row.is_saved));
    await terminal.close();
    expect((await rows()).map(({ title, is_read, is_saved }) => ({ title, is_read, is_saved }))).toEqual([
      { title: 'Volcano erupts', is_read: true, is_saved: true },
      { title: 'Ferry sails', is_read: false, is_saved: false },
      { title: 'Football tonight', is_read: false, is_saved: false },
    ]);

    const football = (await rows()).find(({ title }) => title === 'Football tonight');
    await runner.put(`/api/articles/${football?.article_id}/read`, { is_read: true });
    // The first newsboat lets go of its file when its terminal has gone.
    await until(unread, (text) => text === '1 unread articles');
  },
);
