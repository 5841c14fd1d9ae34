/** The id of the field of the search page. */
export const fieldId = 'search-field';

/** Puts the focus into the field of the search page and selects its text. Does nothing if the page is not shown. */
export const focusSearch = (): void => {
  const field = document.getElementById(fieldId);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
};
