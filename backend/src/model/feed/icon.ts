import type { ImageType } from '../../contract/index.ts';

export type Icon = {
  bytes: Uint8Array;
  content_type: ImageType;
  /** First 8 hex digits of SHA-256 over the bytes. */
  hash: string;
};

export type IconStore = {
  get: (feedId: string) => Promise<Icon | null>;
  /** Stores the icon and replaces an earlier one. */
  put: (feedId: string, icon: Icon) => Promise<void>;
};
