import type { z } from 'zod';

export type ValidationDetail = { path: string; message: string };

/** The most errors that an answer names. */
export const MOST_DETAILS = 20;

const joinPath = (path: readonly PropertyKey[]) => path.map(String).join('.');

// Of the alternatives in a union, the one with the fewest errors is probably the one that was meant.
const nearest = (branches: z.core.$ZodIssue[][]) =>
  branches.toSorted((one, other) => one.length - other.length).at(0) ?? [];

const detailsOf = (issue: z.core.$ZodIssue, parent: readonly PropertyKey[]): ValidationDetail[] => {
  const path = [...parent, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return nearest(issue.errors).flatMap((inner) => detailsOf(inner, path));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MOST_DETAILS)
      .map((key) => ({ path: joinPath([...path, key]), message: 'is not known here' }));
  }
  return [{ path: joinPath(path), message: issue.message }];
};

/** Returns at most 20 validation errors; `path` is dotted, and empty for the whole input. */
export const validationDetails = (error: z.ZodError): ValidationDetail[] =>
  error.issues.flatMap((issue) => detailsOf(issue, [])).slice(0, MOST_DETAILS);
