/** Returns the prefix of the names of all blobs that searches keep of a reader. */
export const searchBlobsOf = (userId: string): string => `search/${userId}/`;

/** Returns the name of the blob of a reader's rows. It is no name of a part, so that sweeping the parts keeps it. */
export const rowsName = (userId: string): string => `${searchBlobsOf(userId)}rows`;
