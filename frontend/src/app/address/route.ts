export const settingsSections = ['general', 'feeds', 'account', 'tokens', 'data'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The page of a path. Every unknown path shows the articles, as `/` does. */
export type Route =
  | { page: 'reading' }
  | { page: 'jobs' }
  | { page: 'settings'; section: SettingsSection }
  | { page: 'sign-in' }
  | { page: 'goodbye' };

const reading: Route = { page: 'reading' };

export const parsePath = (path: string): Route => {
  const [first, second] = path.split('/').filter(Boolean);
  if (first === 'settings') {
    return { page: 'settings', section: settingsSections.find((each) => each === second) ?? 'general' };
  }
  return first === 'jobs' || first === 'sign-in' || first === 'goodbye' ? { page: first } : reading;
};

/** Returns the path of a route; `parsePath` reads it back to the same route. */
export const pathOf = (route: Route): string => {
  switch (route.page) {
    case 'reading':
      return '/';
    case 'jobs':
    case 'sign-in':
    case 'goodbye':
      return `/${route.page}`;
    case 'settings':
      return route.section === 'general' ? '/settings' : `/settings/${route.section}`;
  }
};
