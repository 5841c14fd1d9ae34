import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, 'viewer-request.js');

/** Returns the code of the viewer-request function. */
export const viewerRequestCode = (): string => readFileSync(source, 'utf8');
