// @module-tag long
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ArticleRow } from '../../../src/contract/index.ts';
import { openDesktopWorld, until } from './desktop-world.ts';

/** Debian's newsboat is a real client of the Google Reader API: its source `feedhq` reads lists as Atom. */
const isThere = spawnSync('newsboat', ['--version']).status === 0;
const LIMIT_MS = 180_000;

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
    const { home, runner, token, rows, states } = await openDesktopWorld('newsboat');
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
    expect(await states()).toEqual([
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
