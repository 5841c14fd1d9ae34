// Makes omomi-<version>.tgz, the npm package that serves Omomi at home: npm run package
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { z } from 'zod';
import { ensureSpa } from '../src/local/http/spa.ts';

const root = join(import.meta.dirname, '..', '..');
const source = join(root, 'backend', 'src');
const built = join(root, '.cache', 'package');

/** The commands of the package, by the file that each runs. `start` is what `npm start` runs here. */
const commands = {
  start: 'start.js',
  edition: 'cli/edition.js',
  invite: 'cli/invite.js',
  backup: 'cli/backup.js',
  restore: 'cli/restore.js',
  crawl: 'crawl/main.js',
};

/** The tools of the AWS functions, and commands that need them, are left out. */
const isLeftOut = (path: string): boolean =>
  /\.(test|fixture)\.ts$/.test(path) || path.startsWith('lambda/') || path.endsWith('reparse.ts');

/** Most use the embedded model; who sets EMBEDDER=bedrock installs this beside the package. */
const bedrock = '@aws-sdk/client-bedrock-runtime';
/** libvips finds its WebAssembly by the place of its own file, so it stays a package: these 5 of its 13 MB shrink pictures. */
const libvips = 'wasm-vips';
const libvipsFiles = [
  'package.json',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'lib/vips-node.mjs',
  'lib/vips.wasm',
];

const commandOfClone = new RegExp(
  `npm (?:run (${Object.keys(commands).join('|')})|(start))(?: --(?= ))?`,
  'g',
);

/** Our texts name commands and the data folder as a clone has them. Returns code that names those of the package. */
const namedAsInstalled = (code: string): string =>
  code.replaceAll(commandOfClone, 'omomi $1$2').replaceAll('default ./.data', 'default ~/.local/share/omomi');

/** Keeps each of our files where it is, under the name that it has as JavaScript. */
const ownFiles: Plugin = {
  name: 'own-files',
  setup: (builder) => {
    builder.onLoad({ filter: /[\\/]backend[\\/]src[\\/].*\.[jt]s$/ }, async ({ path }) => ({
      contents: namedAsInstalled(await readFile(path, 'utf8')).replaceAll(
        /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g,
        '$1$2.js$1',
      ),
      loader: 'ts',
    }));
    builder.onResolve({ filter: /^\.{1,2}\// }, ({ importer, path }) =>
      importer.startsWith(source) ? { path, external: true } : undefined,
    );
  },
};

/** Writes our files as JavaScript, with the parts of packages that they use beside them. Returns the folders of these packages. */
const bundle = async (code: string[]): Promise<string[]> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: code.map((path) => join(source, path)),
    outbase: source,
    outdir: join(built, 'backend', 'src'),
    chunkNames: 'packages/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node22.15',
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    mainFields: ['module', 'main'],
    external: [bedrock, libvips],
    // Packages of the older form call `require` for the modules of Node.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    plugins: [ownFiles],
    metafile: true,
    logLevel: 'warning',
  });
  const folders = Object.keys(metafile.inputs).flatMap(
    (path) => /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/.exec(path) ?? [],
  );
  return [...new Set(folders)].toSorted();
};

/** Puts our code and its data into the package. Returns the folders of the packages whose code comes with it. */
const copySources = async (): Promise<string[]> => {
  const code: string[] = [];
  for (const path of await readdir(source, { recursive: true })) {
    const isData = /\.(json|bin|br|gz)$/.test(path) || path.includes('tables/');
    if (isLeftOut(path) || !path.includes('.')) continue;
    if (/\.[jt]s$/.test(path)) code.push(path);
    else if (isData) await cp(join(source, path), join(built, 'backend', 'src', path));
  }
  return bundle(code);
};

/** Returns the licences of packages, as their authors ask for where their code is given on. */
const licences = async (folders: readonly string[]): Promise<string> => {
  const texts = folders.map(async (path) => {
    const folder = join(root, path);
    const { name, license } = z
      .object({ name: z.string(), license: z.string() })
      .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
    const files = (await readdir(folder))
      .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
      .toSorted();
    const parts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    return [`## ${name}\n\nLicence: ${license}\n`, ...parts.map((text) => `${text.trim()}\n`)].join('\n');
  });
  return `# Packages that are part of Omomi\n\n${(await Promise.all(texts)).join('\n')}`;
};

const manifest = z.object({
  version: z.string(),
  description: z.string(),
  license: z.string(),
  repository: z.string(),
  engines: z.record(z.string(), z.string()),
});
const withDependencies = z.object({ dependencies: z.record(z.string(), z.string()) });

const bin = `#!/usr/bin/env node
const commands = ${JSON.stringify(commands)};
const [name = 'start', ...rest] = process.argv.slice(2);
const command = name.startsWith('-') ? 'start' : name;
if (!Object.hasOwn(commands, command)) {
  process.stderr.write(\`omomi \${name} is no command: \${Object.keys(commands).join(', ')}\\n\`);
  process.exit(2);
}
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  process.stderr.write(\`omomi needs Node 22.15 or newer, this is \${process.version}\\n\`);
  process.exit(1);
}
// The limits of \`npm start\`: start.js hands them to the process that replaces this one.
process.execArgv.push('--max-old-space-size=192', '--max-semi-space-size=2');
process.argv.splice(2, Infinity, ...(command === name ? rest : [name, ...rest]));
process.env.DATA_DIR ||= \`\${process.env.XDG_DATA_HOME || \`\${process.env.HOME ?? '.'}/.local/share\`}/omomi\`;
await import(\`../backend/src/local/\${commands[command]}\`);
`;

const make = async (folder: string): Promise<string> => {
  const own = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const { dependencies } = withDependencies.parse(
    JSON.parse(await readFile(join(root, 'backend', 'package.json'), 'utf8')),
  );
  const pages = await ensureSpa(root, () => {});
  await rm(built, { recursive: true, force: true });
  const used = await copySources();
  await writeFile(join(built, 'LICENCES.md'), await licences(used));
  for (const file of libvipsFiles)
    await cp(join(root, 'node_modules', libvips, file), join(built, 'node_modules', libvips, file));
  await cp(pages, join(built, 'frontend', 'dist'), { recursive: true });
  for (const file of ['LICENSE', 'NOTICE.md', 'README.md']) await cp(join(root, file), join(built, file));
  await mkdir(join(built, 'bin'));
  await writeFile(join(built, 'bin', 'omomi.js'), bin);
  await chmod(join(built, 'bin', 'omomi.js'), 0o755);
  await writeFile(
    join(built, 'package.json'),
    JSON.stringify(
      {
        name: 'omomi',
        ...own,
        type: 'module',
        engines: { node: '>=22.15' },
        bin: { omomi: 'bin/omomi.js' },
        dependencies: { [libvips]: dependencies[libvips] },
        bundleDependencies: [libvips],
        peerDependencies: { [bedrock]: dependencies[bedrock] },
        peerDependenciesMeta: { [bedrock]: { optional: true } },
      },
      null,
      2,
    ),
  );
  // Everybody may read the files, because another user than the one who installs them may run them.
  execFileSync('chmod', ['-R', 'a+rX', built]);
  await mkdir(folder, { recursive: true });
  const [line = ''] = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: built,
    encoding: 'utf8',
  }).split('\n');
  return join(folder, line);
};

process.stdout.write(`${await make(process.argv[2] ?? join(root, 'dist'))}\n`);
