import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Reads a folder of pages with what people know of them: `ground-truth.json`, which has their `url` and more by id, and
 * `html/<id>.html.gz`. Ends the process with what is missing if that is no such folder.
 */
export const readPageFolder = <Known extends { url: string }>(folder: string) => {
  const truthFile = join(folder, 'ground-truth.json');
  if (!existsSync(truthFile)) {
    console.error(
      `${truthFile} is missing: the benchmark needs a folder with ground-truth.json and html/<id>.html.gz, by default ../shared/pages; --dir names another.`,
    );
    process.exit(1);
  }
  const truth = JSON.parse(readFileSync(truthFile, 'utf8')) as Record<string, Known>;
  return Object.entries(truth).map(([id, known]) => ({
    id,
    url: known.url,
    known,
    body: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))),
  }));
};
