declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** A server that speaks DynamoDB's protocol over LevelDB; closing it closes the store. */
  const dynalite: (options?: {
    /** Folder of the LevelDB store; in memory without it. */
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }) => Server;
  export default dynalite;
}
