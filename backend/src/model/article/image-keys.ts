/** Stores the one secret of the image keys. */
export type ImageSecretStore = {
  /** Returns the secret that is stored; stores this one and returns it if there is none. */
  getOrPut: (secret: string) => Promise<string>;
};

/** Returns the key with which the proxy serves an address; null if it serves no address of this kind. */
export type SignImage = (url: string) => string | null;

export type ImageKeys = {
  /** Returns the function that makes keys. Reads the secret from the store the first time. */
  load: () => Promise<SignImage>;
  /** Returns true if this service gave out the key for the address, in this period or in the one before. */
  isValid: (url: string, key: string) => Promise<boolean>;
};
