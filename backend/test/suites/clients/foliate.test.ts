// @module-tag long
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { areThere, keep, openDesktop, openDesktopWorld, until } from './desktop-world.ts';

/** Debian 12's foliate is a real client of OPDS 1.2, with windows. Later versions, from 3, take no catalogue from the command line. */
const isThere =
  areThere('foliate', 'Xvfb', 'xdotool') &&
  spawnSync('dpkg-query', ['-Wf', '${Version}', 'foliate'], { encoding: 'utf8' }).stdout.startsWith('2.');
const LIMIT_MS = 180_000;
/** The middle of the first cover in a list of books. */
const FIRST_COVER = ['95', '160'];

it.skipIf(!isThere)(
  'foliate signs in at the catalogue, lists the editions, downloads one and opens it',
  { timeout: LIMIT_MS },
  async () => {
    const { home, runner, token } = await openDesktopWorld('foliate');
    const desktop = await openDesktop(home);
    // It puts the pages of books into namespaces of the kernel, which a container has no right to.
    const env = { ...desktop, XDG_RUNTIME_DIR: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    const xdotool = (...args: string[]) => spawnSync('xdotool', args, { env, encoding: 'utf8' }).stdout;
    const windowOf = (title: string) => xdotool('search', '--onlyvisible', '--name', title);
    keep('foliate', [`opds://anybody:${token}@${new URL(runner.origin).host}/opds`], env);
    await until(
      () => windowOf('^Omomi, day by day$'),
      (id) => id !== '',
    );
    // The covers come a moment after the list.
    const details = await until(
      () => {
        const open = windowOf('^1 of 7$');
        if (open === '') xdotool('mousemove', ...FIRST_COVER, 'click', '1');
        return open;
      },
      (id) => id !== '',
    );
    // The button that downloads the book has the focus.
    xdotool('windowfocus', details.trim(), 'key', 'Return');

    const data = join(home, '.local/share/com.github.johnfactotum.Foliate');
    const filesIn = (folder: string) => readdir(folder).catch((): string[] => []);
    // Of a book that was opened it keeps how far it was read.
    const [opened] = await until(
      async () => (await filesIn(data)).filter((name) => name.startsWith('urn')),
      (names) => names.length > 0,
    );
    const { metadata } = JSON.parse(await readFile(join(data, opened!), 'utf8'));
    expect(metadata).toMatchObject({ creator: 'Omomi', language: 'en' });
    const [name] = await filesIn(join(data, 'books'));
    const book = unzipSync(await readFile(join(data, 'books', name!)));
    expect(strFromU8(book['EPUB/front.xhtml']!)).toContain('Volcano erupts');
  },
);
