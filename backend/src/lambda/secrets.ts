type Variables = Record<string, string | undefined>;

/** The end of a variable that names the parameter in which the value of another is kept. */
const NAMES_PARAMETER = '_PARAMETER';

/**
 * Returns the variables of a function with those whose values are kept in Systems Manager, where a name such as
 * `OIDC_CLIENT_SECRET_PARAMETER` says so. So no configuration of a function has them.
 * @throws Error if SSM does not answer with each of them.
 */
export const withSecrets = async (variables: Variables): Promise<Variables> => {
  const kept = Object.entries(variables).flatMap(([variable, name]) =>
    variable.endsWith(NAMES_PARAMETER) && name !== undefined
      ? [{ variable: variable.slice(0, -NAMES_PARAMETER.length), name }]
      : [],
  );
  if (kept.length === 0) return variables;
  // Most deployments have no secret, and their start loads nothing for it.
  const { readParameters } = await import('./parameters.ts');
  const values = await readParameters(
    variables,
    kept.map(({ name }) => name),
  );
  const missing = kept.filter(({ name }) => !values.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`SSM has no ${missing.join(', ')}`);
  return {
    ...variables,
    ...Object.fromEntries(kept.map(({ variable, name }) => [variable, values.get(name)])),
  };
};
