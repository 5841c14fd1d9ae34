const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Checks whether an If-None-Match header matches an ETag (RFC 9110, 13.1.2): any of the listed tags, compared weakly,
 * or `*`.
 */
export const matchesETag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .some((given) => ['*', withoutWeakness(etag)].includes(withoutWeakness(given)));
