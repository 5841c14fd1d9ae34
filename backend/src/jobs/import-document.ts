/** Where the document of an import lies until its rows are planned. */
export const importDocumentKey = (jobId: string): string => `imports/${jobId}`;
