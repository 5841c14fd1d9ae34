/** Returns a text that may be percent-encoded, decoded once; itself if that is not possible. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
