// Makes omomi-<version>.tgz, the npm package that serves Omomi at home: npm run package
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
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
  /\.(test|fixture)\.ts$/.test(path) || path.startsWith('lambda/') || /(reparse|blob-s3)\.ts$/.test(path);

/** Node takes no types in what npm installed, so they are taken out, and modules are named as they are then. */
const toJavaScript = (text: string): string =>
  stripTypeScriptTypes(text).replaceAll(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, '$1$2.js$1');

const copySources = async (): Promise<string[]> => {
  const packages = new Set<string>();
  for (const path of await readdir(source, { recursive: true })) {
    const isCode = path.endsWith('.ts');
    const isData = /\.(js|json|bin|br|gz)$/.test(path) || path.includes('tables/');
    if (isLeftOut(path) || (!isCode && !isData) || !path.includes('.')) continue;
    const target = join(built, 'backend', 'src', isCode ? path.replace(/\.ts$/, '.js') : path);
    await mkdir(dirname(target), { recursive: true });
    if (!/\.[jt]s$/.test(path)) {
      await cp(join(source, path), target);
      continue;
    }
    const code = toJavaScript(await readFile(join(source, path), 'utf8'));
    await writeFile(target, code);
    for (const [, name = ''] of code.matchAll(/(?:\bfrom\s+|\bimport\()'([^.'][^']*)'/g))
      if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  }
  return [...packages].toSorted();
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
process.execArgv.push('--max-old-space-size=192', '--max-semi-space-size=4');
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
  await cp(pages, join(built, 'frontend', 'dist'), { recursive: true });
  for (const file of ['LICENSE', 'NOTICE.md', 'README.md']) await cp(join(root, file), join(built, file));
  await mkdir(join(built, 'bin'));
  await writeFile(join(built, 'bin', 'omomi.js'), bin);
  await chmod(join(built, 'bin', 'omomi.js'), 0o755);
  // Most use the embedded model; who sets EMBEDDER=bedrock installs this beside it.
  const asked = '@aws-sdk/client-bedrock-runtime';
  const named = used.filter((name) => name !== asked).map((name) => [name, dependencies[name]]);
  const missing = named.find(([, version]) => version === undefined);
  if (missing !== undefined) throw new Error(`${missing[0]} is no dependency of the back end`);
  await writeFile(
    join(built, 'package.json'),
    JSON.stringify(
      {
        name: 'omomi',
        ...own,
        type: 'module',
        engines: { node: '>=22.15' },
        bin: { omomi: 'bin/omomi.js' },
        dependencies: Object.fromEntries(named),
        peerDependencies: { [asked]: dependencies[asked] },
        peerDependenciesMeta: { [asked]: { optional: true } },
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
