// @module-tag long
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { openDesktopWorld, until } from './desktop-world.ts';

/** Debian's liferea is a real client of the Google Reader API, with windows. It is driven by its names on the session's bus. */
const isThere = ['liferea', 'Xvfb'].every((name) => spawnSync('which', [name]).status === 0);
const LIMIT_MS = 180_000;

const firstLine = async (stream: Readable): Promise<string> => {
  const [line] = await once(createInterface(stream), 'line');
  return String(line);
};

/** Starts a program that lives as long as the test. */
const keep = (command: string, args: readonly string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return child;
};

/** Starts liferea on a screen and a bus of its own. */
const openLiferea = async (home: string) => {
  const base = { PATH: process.env['PATH'], HOME: home, LC_ALL: 'C.UTF-8' };
  const screen = keep('Xvfb', ['-displayfd', '1', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'], base);
  const bus = keep('dbus-daemon', ['--session', '--nofork', '--print-address'], base);
  const env = {
    ...base,
    DISPLAY: `:${await firstLine(screen.stdout)}`,
    DBUS_SESSION_BUS_ADDRESS: await firstLine(bus.stdout),
    // Neither a helper for the blind nor settings of the desktop are there.
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'memory',
  };
  keep('liferea', ['--disable-plugins'], env);
  const call = (destination: string, path: string, method: string, ...args: string[]): string => {
    const named = ['--dest', destination, '--object-path', path, '--method', method, ...args];
    return spawnSync('gdbus', ['call', '--session', ...named], { env, encoding: 'utf8' }).stdout;
  };
  return {
    /** Tells how many articles it knows that are unread, as `(3,)`. */
    unread: () =>
      call('org.gnome.feed.Reader', '/org/gnome/feed/Reader', 'org.gnome.feed.Reader.GetUnreadItems').trim(),
    /** Does what an entry of its menu does. */
    choose: (action: string) =>
      call(
        'net.sourceforge.liferea',
        '/net/sourceforge/liferea',
        'org.gtk.Actions.Activate',
        action,
        '[]',
        '{}',
      ),
  };
};

it.skipIf(!isThere)(
  'liferea signs in, lists, reads, stars and sees what is new',
  { timeout: LIMIT_MS },
  async () => {
    const { home, runner, token, rows, states, publish } = await openDesktopWorld('liferea');
    await mkdir(join(home, '.config/liferea'), { recursive: true });
    const account = `sourceType="fl_google_reader" xmlUrl="${runner.origin}" username="anybody" password="${token}"`;
    await writeFile(
      join(home, '.config/liferea/feedlist.opml'),
      `<opml version="1.0"><body><outline title="Omomi" type="source" id="omomi" ${account}/></body></opml>`,
    );
    const liferea = await openLiferea(home);
    await until(liferea.unread, (text) => text === '(3,)');

    liferea.choose('next-unread-item');
    await until(rows, (items) => items.some(({ is_read }) => is_read));
    liferea.choose('toggle-selected-item-flag');
    await until(rows, (items) => items.some(({ is_saved }) => is_saved));
    expect(await states()).toEqual([
      { title: 'Volcano erupts', is_read: true, is_saved: true },
      { title: 'Ferry sails', is_read: false, is_saved: false },
      { title: 'Football tonight', is_read: false, is_saved: false },
    ]);

    await publish('Late news');
    liferea.choose('update-all');
    await until(liferea.unread, (text) => text === '(3,)');
  },
);
