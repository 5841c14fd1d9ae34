import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, 'viewer-request.js');
const placeholder = '@@ACCESS_HASH@@';

/** The code of the viewer-request function. Without a hash it refuses everyone. */
export const viewerRequestCode = (accessHash: string | undefined): string =>
  readFileSync(source, 'utf8').replace(placeholder, accessHash ?? '');
