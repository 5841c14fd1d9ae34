// In a file of their own, so that whoever deletes a reader's blobs does not load what searches.

/** Returns the prefix of the names of all blobs that searches keep of a reader. */
export const searchBlobsOf = (userId: string): string => `search/${userId}/`;

export const manifestName = (userId: string): string => `${searchBlobsOf(userId)}manifest`;

/** Returns the name of the blob of a reader's rows. It is no name of a part, so that sweeping the parts keeps it. */
export const rowsName = (userId: string): string => `${searchBlobsOf(userId)}rows`;
