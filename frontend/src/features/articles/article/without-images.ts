/**
 * Replaces each image of the sanitised HTML with a note of its description, or with nothing if it has none. The HTML is
 * parsed into an inert document, so that no image is requested.
 */
export const withoutImages = (html: string, note: (description: string) => string): string => {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const image of body.querySelectorAll('img, picture, source')) {
    const description = image.getAttribute('alt')?.trim() ?? '';
    image.replaceWith(...(description === '' ? [] : [note(description)]));
  }
  return body.innerHTML;
};
