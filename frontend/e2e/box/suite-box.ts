/** The deployment in the box that the whole suite goes through, and the session of its owner. */
export type SuiteBox = { url: string; owner: string };

const [URL_NAME, OWNER_NAME] = ['E2E_BOX_URL', 'E2E_BOX_OWNER'];

/** Has the workers of the suite, which start later, go through this deployment. */
export const tellWorkers = ({ url, owner }: SuiteBox): void => {
  process.env[URL_NAME] = url;
  process.env[OWNER_NAME] = owner;
};

/** Returns the deployment that the suite goes through; null if each file has a local runner. */
export const suiteBox = (): SuiteBox | null => {
  const { [URL_NAME]: url, [OWNER_NAME]: owner } = process.env;
  return url === undefined || owner === undefined ? null : { url, owner };
};
