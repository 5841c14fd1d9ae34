/**
 * Returns the browser's time zone, by its IANA name, as a parameter of a request; none where the browser does not know one, or
 * tells a name that stands for that.
 */
export const timeZone = (): { tz?: string } => {
  const { timeZone: tz } = new Intl.DateTimeFormat().resolvedOptions();
  return tz === undefined || tz === 'Etc/Unknown' ? {} : { tz };
};
