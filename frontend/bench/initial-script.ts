import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, '../dist');

/** Returns the bytes, compressed by gzip, of the scripts that the built page loads before it shows anything. */
export const initialScript = async (): Promise<number> => {
  const html = await readFile(join(DIST, 'index.html'), 'utf8').catch(() => {
    throw new Error('There is no built page. Run npm run build --workspace frontend first.');
  });
  const names = new Set(Array.from(html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g), ([, name = '']) => name));
  const sizes = await Promise.all(
    [...names].map(async (name) => gzipSync(await readFile(join(DIST, name)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};
