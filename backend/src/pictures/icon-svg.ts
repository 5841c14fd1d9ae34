import { Parser } from 'htmlparser2';
import type { ImageType } from '../contract/index.ts';
import { rasterTypeOf } from './icon-raster.ts';

/** Limits of the rewritten image. The icons of real sites have about a tenth of each. */
const maxLength = 32 * 1024;
const maxElements = 200;
const maxDepth = 32;
const chunkLength = 16_384;

const namespace = 'http://www.w3.org/2000/svg';

// No pattern matches a quote, `<` or `&`, so matching values need no escaping.
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

/**
 * The allowed elements and attributes. References to shapes are not allowed, because they could draw a shape a thousand
 * million times; text is not allowed, because it could load a font.
 */
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

/**
 * Checks whether an element is omitted with its contents: it draws nothing, or it clips parts that mostly lie outside
 * the image anyway.
 */
const isLeftOut = (name: string): boolean =>
  ['title', 'desc', 'metadata', 'clipPath'].includes(name) || name.includes(':');

/** Returns the declarations of a `style` attribute; they override the attributes of the same names. */
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

/**
 * Returns the root tag with a fixed icon size, because a browser would create a canvas of the size that the image
 * states.
 */
const rootTag = (attributes: Attributes): string => {
  const [width, height] = ['width', 'height'].map(
    (side) => pixels.exec(attributes[side] ?? '')?.[1] ?? '100',
  );
  const given = attributes['viewBox']?.trim() ?? '';
  const box = viewBox.test(given) ? given : `0 0 ${width} ${height}`;
  return `<svg xmlns="${namespace}" width="64" height="64" viewBox="${box}"${kept(attributes, painting)}>`;
};

/**
 * Rewrites a vector image with shapes, groups and gradients only, 64 pixels wide and high. Returns null if the source
 * is not an SVG image, or if it contains something whose absence would be visible: `use`, `pattern`, `mask`, `filter`,
 * `image`, `text`, `style`, script, animation, HTML. The limits are 200 elements, 32 levels and 32 KB. A rewritten
 * image is returned unchanged.
 */
const harmlessSvg = (source: string): string | null => {
  if (/<!entity/i.test(source)) return null;
  const parts: string[] = [];
  /** The indices in `parts` at which the open elements begin. */
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

const decodeUtf8 = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Returns an image that is safe to show hundreds of times on a page, even if its author is hostile: a raster image of
 * limited size unchanged, a vector image rewritten. Returns null for anything else. Applying it again changes nothing.
 */
export const harmlessImage = (image: Uint8Array): { bytes: Uint8Array; content_type: ImageType } | null => {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  const raster = rasterTypeOf(bytes);
  if (raster !== null) return { bytes: image, content_type: raster };
  const source = decodeUtf8(bytes);
  const drawn = source === null ? null : harmlessSvg(source);
  return drawn === null ? null : { bytes: Buffer.from(drawn), content_type: 'image/svg+xml' };
};
