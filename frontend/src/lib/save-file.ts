/** The time the file stays in memory, in milliseconds, because the browser may first ask where to save it. */
const heldFor = 10 * 60_000;

/** Offers a file to the browser as a download. `parts` are its texts or bytes in order. */
export const saveFile = (
  parts: (string | Uint8Array<ArrayBuffer>)[],
  { name, type }: { name: string; type: string },
): void => {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), heldFor);
};
