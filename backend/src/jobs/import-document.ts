/** What lies here goes by itself after so many days: by the bucket's lifecycle, or by the local runner's daily sweep. */
export const importFolder = 'imports';
export const importDays = 7;

/** What the names of a reader's documents begin with. */
export const importDocumentsOf = (userId: string): string => `${importFolder}/${userId}/`;

/** Where the document of an import lies until its rows are planned. */
export const importDocumentKey = (userId: string, jobId: string): string =>
  `${importDocumentsOf(userId)}${jobId}`;
