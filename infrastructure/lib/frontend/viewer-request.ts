import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientBases } from '../../../backend/src/config/client-paths.ts';

const source = join(import.meta.dirname, 'viewer-request.js');

/** The id of the origin that answers other feed readers, by which the function selects it. */
export const clientsOrigin = 'clients';

/** Returns the code of the viewer-request function. */
export const viewerRequestCode = ({ servesClients }: { servesClients: boolean }): string =>
  readFileSync(source, 'utf8')
    .replace('const clientBases = [];', `const clientBases = ${JSON.stringify(clientBases)};`)
    .replace("const clientsOrigin = '';", `const clientsOrigin = '${servesClients ? clientsOrigin : ''}';`);
