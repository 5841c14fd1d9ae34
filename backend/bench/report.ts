/** Notes a figure under its name for `--json`, and prints the text. */
export type Report = (name: string, value: number, text: string) => void;
