/** Returns a share as a percentage, `<1 %` for one that would be nought. */
export const shareText = (share: number, language: string): string => {
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return share > 0 && share < 0.005 ? `<${percent.format(0.01)}` : percent.format(share);
};

/** Returns articles a week with one decimal below ten. */
export const paceText = (perWeek: number, language: string): string =>
  perWeek.toLocaleString(language, { maximumFractionDigits: perWeek < 10 ? 1 : 0 });
