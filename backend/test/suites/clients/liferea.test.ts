// @module-tag long
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { areThere, keep, openDesktop, openDesktopWorld, until } from './desktop-world.ts';

/** Debian's liferea is a real client of the Google Reader API, with windows. It is driven by its names on the session's bus. */
const isThere = areThere('liferea', 'Xvfb');
const LIMIT_MS = 180_000;

/** Starts liferea on a desktop of its own. */
const openLiferea = async (home: string) => {
  const env = await openDesktop(home);
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
