import { invalidInput } from '../../lib/errors.ts';
import { foldName } from '../members.ts';

/*
 * The commonest passwords have fewer than twelve characters. Those that are longer are nearly all of these kinds: one
 * common word with digits and signs around it, a short piece repeated, a row of the keyboard or of digits, few characters.
 * The words were chosen by hand; a list of a thousand would add those that the length refuses already.
 */
const commonWords =
  'password passwort passw0rd motdepasse contrasena senha wachtwoord haslo parola qwerty qwertyuiop qwertz azerty asdfghjkl zxcvbnm iloveyou letmein welcome willkommen bienvenue admin administrator root user guest login master superman batman spiderman pokemon starwars football baseball basketball liverpool arsenal chelsea barcelona princess sunshine monkey dragon shadow michael jennifer jessica charlie daniel jordan hunter killer freedom whatever trustno1 computer internet samsung google facebook changeme default secret secure access mustang corvette ferrari mercedes hello goodbye flower butterfly chocolate summer winter spring autumn sakura omomi feedreader rssreader test testing newpassword mypassword thisismypassword passwordispassword unknown unknownwords mynameis ilovemyself babygirl christopher alexander manchester dragonball linkedin january february march april may june july august september october november december januar februar juni juli oktober dezember пароль любовь привет';
const words = new Set(commonWords.split(' '));

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
  'qweasdzxc',
  '147258369',
  '741852963',
  '123654789',
  '11223344556677889900',
  'aabbccddeeffgghhiijj',
  '1a2b3c4d5e6f7g8h9i',
  'йцукенгшщзхъфывапролджэ',
  '1qaz2wsx3edc4rfv5tgb',
];
const rowPieces = rows.flatMap((row) => [row, Array.from(row).toReversed().join('')]);
/** The length from which a piece of a row counts as one. */
const PIECE = 4;

const MIN_DIFFERENT = 5;

const letters: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
};
const asLetters = (text: string): string =>
  Array.from(text, (character) => letters[character] ?? character).join('');

/** Returns what is left of a text without pieces of rows. */
const withoutRows = (text: string): string => {
  let rest = '';
  for (let at = 0; at < text.length;) {
    let length = 0;
    for (const row of rowPieces) {
      let size = PIECE;
      while (at + size <= text.length && row.includes(text.slice(at, at + size))) size += 1;
      if (size - 1 >= PIECE) length = Math.max(length, size - 1);
    }
    if (length === 0) rest += text.charAt(at);
    at += Math.max(length, 1);
  }
  return rest;
};

/** The longest piece that counts as repeated: a longer one has the length of a password of its own. */
const MOST_REPEATED = 11;

/** Returns true if a text is a piece that is repeated, the last time perhaps not whole. */
const isRepeated = (text: string): boolean => {
  for (let size = 1; size <= Math.min(MOST_REPEATED, text.length / 2); size += 1)
    if (text.startsWith(text.slice(size))) return true;
  return false;
};

/** Returns the piece of a text that is the same piece twice, otherwise the text: `admin` for `adminadmin`. */
const onceOf = (text: string): string => {
  const half = text.slice(0, text.length / 2);
  return text === half + half ? half : text;
};

const isLetter = (character: string): boolean => /\p{L}/u.test(character);

const onlyLetters = (text: string): string => Array.from(text).filter(isLetter).join('');

/** Returns the text from its first letter to its last. */
const betweenLetters = (text: string): string => {
  const characters = Array.from(text);
  return characters.slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter) + 1).join('');
};

/** Returns true for a password that is tried first by whoever guesses. Expects at least twelve characters. */
export const isCommonPassword = (password: string, name: string): boolean => {
  const text = foldName(password);
  if (new Set(text).size < MIN_DIFFERENT || isRepeated(text)) return true;
  const rest = withoutRows(text);
  if (onlyLetters(rest).length < PIECE && rest.length < 8) return true;
  const cores = [onlyLetters(text), onlyLetters(asLetters(text)), asLetters(betweenLetters(text))].map(
    onceOf,
  );
  return cores.some((core) => words.has(core) || core === onlyLetters(foldName(name)));
};

/** Throws VALIDATION_FAILED for a common password, at `path` of the request. */
export const checkNewPassword = (password: string, name: string, path: string): void => {
  if (isCommonPassword(password, name))
    throw invalidInput(path, 'The password is one of those that are guessed first; choose several words.');
};
