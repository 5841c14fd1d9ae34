import { join } from 'node:path';

/** Returns the path of the table in a data folder. */
export const tableFile = (dataDirectory: string) => join(dataDirectory, 'table.sqlite');

/** Returns the path of a copy that is being restored. The file remains if the restoring is interrupted. */
export const restoringFile = (dataDirectory: string) => `${tableFile(dataDirectory)}.restoring`;
