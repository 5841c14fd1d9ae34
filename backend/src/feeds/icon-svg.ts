import { Parser } from 'htmlparser2';

/** Of what is kept. The icons of real sites have a tenth of each. */
const maxLength = 32 * 1024;
const maxElements = 200;
const maxDepth = 32;
const chunkLength = 16_384;

const namespace = 'http://www.w3.org/2000/svg';

// No pattern takes a quote, `<` or `&`, so what matches is written as it is.
const number = /^[-+\d.eE]+(?:[a-z]{2}|%)?$/;
const numbers = /^[-+\d.eE, \t\r\n]*$/;
const word = /^[a-zA-Z]{3,20}$/;
const paint = /^(?:[a-zA-Z]{3,20}|#[\da-fA-F]{3,8}|(?:rgb|hsl)a?\([\d.,%/ ]+\)|url\(#[\w.:-]{1,64}\))$/;
const pathData = /^[MZLHVCSQTAmzlhvcsqta\d.eE,+ \t\r\n-]*$/;
const transform = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY) ?\([-+\d.eE, \t\r\n]*\)[ ,\t\r\n]*)*$/;
const viewBox = /^[-+\d.eE]+(?:[ ,]+[-+\d.eE]+){3}$/;
const pixels = /^(\d{1,5}(?:\.\d{1,9})?)(?:px)?$/;

type Attributes = Readonly<Record<string, string>>;
type Allowed = Readonly<Record<string, RegExp>>;

const all = (names: string, pattern: RegExp): Allowed =>
  Object.fromEntries(names.split(' ').map((name) => [name, pattern]));

const painting: Allowed = {
  ...all('fill stroke color', paint),
  ...all('opacity fill-opacity stroke-opacity stroke-width stroke-miterlimit', number),
  ...all('fill-rule clip-rule stroke-linecap stroke-linejoin display visibility', word),
  transform,
};
const gradient: Allowed = {
  id: /^[\w.:-]{1,64}$/,
  href: /^#[\w.:-]{1,64}$/,
  ...all('gradientUnits spreadMethod', word),
  gradientTransform: transform,
};

/** Neither a reference to a shape, which could draw it a thousand million times, nor text, which could load a font. */
const elements: Readonly<Record<string, Allowed>> = {
  g: painting,
  defs: {},
  path: { ...painting, d: pathData },
  rect: { ...painting, ...all('x y width height rx ry', number) },
  circle: { ...painting, ...all('cx cy r', number) },
  ellipse: { ...painting, ...all('cx cy rx ry', number) },
  line: { ...painting, ...all('x1 y1 x2 y2', number) },
  polyline: { ...painting, points: numbers },
  polygon: { ...painting, points: numbers },
  linearGradient: { ...gradient, ...all('x1 y1 x2 y2', number) },
  radialGradient: { ...gradient, ...all('cx cy r fx fy fr', number) },
  stop: { 'stop-color': paint, ...all('offset stop-opacity', number) },
};

/** Left out with what is in them: they draw nothing, or cut off what mostly lies outside of the image anyway. */
const isLeftOut = (name: string): boolean =>
  ['title', 'desc', 'metadata', 'clipPath'].includes(name) || name.includes(':');

/** The declarations of a `style` attribute, which win over the attributes of the same names. */
const declarations = (style: string): Attributes =>
  Object.fromEntries(
    style.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      return colon === -1 ? [] : [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()]];
    }),
  );

const kept = (attributes: Attributes, allowed: Allowed): string => {
  const { style = '', 'xlink:href': link, ...others } = attributes;
  const named = { ...(link === undefined ? {} : { href: link }), ...others, ...declarations(style) };
  return Object.entries(named)
    .filter(([name, value]) => Object.hasOwn(allowed, name) && allowed[name]?.test(value) === true)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
};

/** With the size of an icon: a browser would draw on a canvas of the size that the image says. */
const rootTag = (attributes: Attributes): string => {
  const [width, height] = ['width', 'height'].map(
    (side) => pixels.exec(attributes[side] ?? '')?.[1] ?? '100',
  );
  const given = attributes['viewBox']?.trim() ?? '';
  const box = viewBox.test(given) ? given : `0 0 ${width} ${height}`;
  return `<svg xmlns="${namespace}" width="64" height="64" viewBox="${box}"${kept(attributes, painting)}>`;
};

/**
 * A vector image written anew with shapes, groups and gradients only, 64 pixels wide and high; null for what is none, and
 * for one that holds anything that would be missed in the drawing: `use`, `pattern`, `mask`, `filter`, `image`, `text`,
 * `style`, script, animation, HTML. At most 200 elements, 32 levels and 32 KB. What was written stays as it is.
 */
export const harmlessSvg = (source: string): string | null => {
  if (/<!entity/i.test(source)) return null;
  const parts: string[] = [];
  /** Where in `parts` the open elements begin. */
  const open: number[] = [];
  let [count, length, levelsLeftOut] = [0, 0, 0];
  let isRefused = false;

  const write = (name: string, attributes: Attributes): string | null => {
    if (open.length === 0)
      return parts.length === 0 && name === 'svg' && attributes['xmlns'] === namespace
        ? rootTag(attributes)
        : null;
    const allowed = Object.hasOwn(elements, name) ? elements[name] : undefined;
    return allowed === undefined || open.length >= maxDepth ? null : `<${name}${kept(attributes, allowed)}>`;
  };

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        count += 1;
        if (levelsLeftOut > 0 || (open.length > 0 && isLeftOut(name))) {
          levelsLeftOut += 1;
          return;
        }
        const tag = count > maxElements ? null : write(name, attributes);
        length += tag?.length ?? 0;
        if (tag === null || length > maxLength) isRefused = true;
        else open.push(parts.push(tag) - 1);
      },
      onclosetag: (name) => {
        if (levelsLeftOut > 0) {
          levelsLeftOut -= 1;
          return;
        }
        const at = open.pop() ?? 0;
        if (at > 0 && at === parts.length - 1) parts[at] = parts[at]?.replace(/>$/, '/>') ?? '';
        else parts.push(`</${name}>`);
      },
    },
    { xmlMode: true },
  );
  for (let start = 0; start < source.length && !isRefused && count <= maxElements; start += chunkLength)
    parser.write(source.slice(start, start + chunkLength));
  if (isRefused || count > maxElements) return null;
  parser.end();
  return isRefused || parts.length === 0 ? null : parts.join('');
};
