/** The prefix of a secret that a test plants. No log may contain one. */
export const PLANTED = 'planted-secret';

/** A secret path segment, such as the address of a private feed contains. No log may contain it. */
export const PLANTED_PART = '9f86d081884c7d659a2feaa0c55ad015';

/** Patterns that no log line may match, by name. */
const secretPatterns: Record<string, RegExp> = {
  'a planted secret': /planted-secret/i,
  'a secret part of an address': /9f86d081884c7d659a2feaa0c55ad015/,
  'an authorization': /\b(?:Bearer|Basic)\s+(?!\[redacted\]|realm)[\w.~+/=-]{8,}/i,
  'a session cookie': /__Host-[\w-]+=(?!\[redacted\]|;|")/,
  'an API token': /\bomomi_[0-9a-z]+_[\w-]{20,}/,
  'an address of a feed': /\bfeed_[0-9a-z]+_[\w-]{20,}/,
  'a secret of 256 bits': /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/,
  'a signed token': /\beyJ[\w-]{8,}\.[\w-]{8,}\./,
  'an e-mail address': /[\w.+-]+@(?:[a-z0-9-]+\.)+[a-z]{2,}\b/i,
  'credentials in an address': /:\/\/(?!\[redacted\])[^\s/?#"'<>]+@/,
  'a secret in an address':
    /[?&](?:code|state|nonce|token|access_token|id_token|api_?key|secret|password)=(?!\[redacted\])[^\s&"']/i,
};

/** Returns the names of the patterns found in the text, each with the surrounding text. */
export const secretsIn = (text: string): string[] =>
  Object.entries(secretPatterns).flatMap(([name, pattern]) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`${name}: ${text.slice(Math.max(0, found.index - 80), found.index + 160)}`];
  });
