/** A robots.txt of https://a.example and what it says to Omomi. */
export type RobotsCase = {
  name: string;
  robots: string | Uint8Array;
  /** Paths that may be asked. */
  allowed?: string[];
  /** Paths that may not be asked. */
  forbidden?: string[];
};

/** Returns the bytes of a text with one character for each octet. */
export const octets = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Returns a robots.txt for all robots with these rules. */
export const forAll = (...rules: string[]): string => ['User-agent: *', ...rules].join('\n');
