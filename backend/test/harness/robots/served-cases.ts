import { forAll, octets, type RobotsCase } from './robots-case.ts';

const limit = 500 * 1024;
const filler = (bytes: number) => `# ${'x'.repeat(bytes - 3)}\n`;
const head = 'User-agent: *\nDisallow: /a\n';

/** Section 2.2 and 2.5, and what sites really serve: marks, line ends, comments, junk and misspelling. */
export const servedCases: RobotsCase[] = [
  { name: 'a byte order mark', robots: '\uFEFFUser-agent: *\nDisallow: /a', forbidden: ['/a'] },
  {
    name: 'UTF-16 of an old editor',
    robots: Buffer.from('\uFEFFUser-agent: *\r\nDisallow: /a', 'utf16le'),
    forbidden: ['/a'],
    allowed: ['/b'],
  },
  {
    name: 'lines that end with CR',
    robots: 'User-agent: *\rDisallow: /a\rDisallow: /b',
    forbidden: ['/a', '/b'],
    allowed: ['/c'],
  },
  {
    name: 'lines that end with CRLF',
    robots: 'User-agent: *\r\nDisallow: /a\r\n\r\nDisallow: /b\r\n',
    forbidden: ['/a', '/b', '/ab'],
    allowed: ['/c'],
  },
  {
    name: 'lines that end in several ways',
    robots: 'User-agent: *\n\rDisallow: /a\r\r\nDisallow: /b',
    forbidden: ['/a', '/b'],
  },
  {
    name: 'no space after the colon, and space before it',
    robots: 'User-agent:*\nDisallow:/a\nDisallow  :  /b  ',
    forbidden: ['/a', '/b'],
  },
  { name: 'tabs', robots: '\tUser-agent:\t*\t\n\tDisallow\t:\t/a\t', forbidden: ['/a', '/ab'] },
  {
    name: 'comments',
    robots: '# all\nUser-agent: * # all\nDisallow: /a# not /b\n#Disallow: /c',
    forbidden: ['/a', '/ab'],
    allowed: ['/b', '/c'],
  },
  { name: 'a comment instead of a path', robots: forAll('Disallow: # nothing'), allowed: ['/', '/a'] },
  { name: 'no line end at the end', robots: forAll('Disallow: /a'), forbidden: ['/a'] },
  {
    name: 'a page instead of the document',
    robots:
      '<!doctype html>\n<html><head><title>User-agent: * Disallow: /</title></head>\n<body>Disallow: /</body></html>',
    allowed: ['/', '/a'],
  },
  { name: 'JSON instead of the document', robots: '{"User-agent":"*","Disallow":"/"}', allowed: ['/a'] },
  {
    name: 'binary junk before the rules',
    robots: octets(`\x89PNG\x00\x01\xff\n${forAll('Disallow: /a')}`),
    forbidden: ['/a'],
  },
  {
    name: 'NUL around a line',
    robots: octets('User-agent: *\n\x00Disallow: /a\x00'),
    forbidden: ['/a', '/ab'],
  },
  {
    name: 'misspelt Disallow',
    robots: forAll('Dissallow: /a', 'Disalow: /b', 'Diasllow: /c', 'Disallaw: /d', 'Dissalow: /e'),
    forbidden: ['/a', '/b', '/c', '/d', '/e'],
  },
  {
    name: 'misspelt User-agent',
    robots: 'Useragent: *\nDisallow: /a\n\nUser agent: Omomi\nDisallow: /b',
    forbidden: ['/b'],
    allowed: ['/a'],
  },
  { name: 'no colon', robots: 'User-agent *\nDisallow /a', forbidden: ['/a'], allowed: ['/b'] },
  {
    name: 'a sentence without a colon',
    robots: forAll('Disallow all of it', 'Disallow: /b'),
    allowed: ['/all', '/a'],
    forbidden: ['/b'],
  },
  { name: 'text after the star', robots: 'User-agent: * everybody\nDisallow: /a', forbidden: ['/a'] },
  { name: 'a star that is part of a name', robots: 'User-agent: *bot\nDisallow: /', allowed: ['/a'] },
  { name: 'a group without a name', robots: 'User-agent:\nDisallow: /', allowed: ['/a'] },
  {
    name: 'a space inside a path',
    robots: forAll('Disallow: /a b'),
    forbidden: ['/a b', '/a%20bc'],
    allowed: ['/a'],
  },
  { name: 'several paths in a line are one path', robots: forAll('Disallow: /a /b'), allowed: ['/a', '/b'] },
  {
    name: 'quotes, brackets and bars',
    robots: forAll('Disallow: /{id}', 'Disallow: /"a"', 'Disallow: /x|y', 'Disallow: /[z]'),
    forbidden: ['/{id}', '/"a"', '/x|y', '/[z]'],
    allowed: ['/id'],
  },
  { name: 'an apostrophe in a query', robots: forAll("Disallow: /a?b='"), forbidden: ["/a?b='c"] },
  {
    name: 'names of object properties',
    robots: 'constructor: /\n__proto__: /\nUser-agent: *\ntoString: /\nDisallow: /a',
    forbidden: ['/a'],
    allowed: ['/b'],
  },
  {
    name: 'a name of an object property as robot',
    robots: 'User-agent: constructor\nDisallow: /',
    allowed: ['/a'],
  },
  {
    name: 'WordPress',
    robots: forAll(
      'Disallow: /wp-admin/',
      'Allow: /wp-admin/admin-ajax.php',
      '',
      'Sitemap: https://a.example/wp-sitemap.xml',
    ),
    forbidden: ['/wp-admin/', '/wp-admin/options.php'],
    allowed: ['/', '/wp-admin/admin-ajax.php', '/wp-admin'],
  },
  {
    name: 'all but one robot',
    robots: 'User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /',
    forbidden: ['/', '/a'],
  },
  {
    name: 'robots that train models',
    robots: 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nAllow: /',
    allowed: ['/', '/a'],
  },
  {
    name: 'a delay of another robot before ours',
    robots: 'User-agent: bingbot\nCrawl-delay: 10\n\nUser-agent: *\nDisallow: /a',
    forbidden: ['/a'],
  },
  {
    name: 'a wiki',
    robots: forAll(
      'Allow: /w/api.php?action=mobileview&',
      'Allow: /w/load.php?',
      'Disallow: /w/',
      'Disallow: /wiki/Special:',
      'Disallow: /wiki/Special%3A',
    ),
    allowed: ['/w/load.php?a=b', '/w/api.php?action=mobileview&x', '/wiki/Special'],
    forbidden: ['/w/index.php', '/wiki/Special:Search', '/wiki/Special%3ASearch'],
  },
  {
    name: 'filters of a shop',
    robots: forAll(
      'Disallow: /*?filter=',
      'Disallow: /*&sort=',
      'Disallow: /cart$',
      'Allow: /collections/*?page=',
    ),
    forbidden: ['/a?filter=x', '/a?b=c&sort=d', '/cart'],
    allowed: ['/a?sort=d', '/cart/x', '/collections/a?page=2'],
  },
  {
    name: 'Japanese paths',
    robots: forAll('Disallow: /検索/', 'Allow: /検索/ニュース'),
    forbidden: ['/検索/天気', '/%E6%A4%9C%E7%B4%A2/'],
    allowed: ['/検索', '/検索/ニュース/1'],
  },
  {
    name: '500 KiB exactly',
    robots: head + filler(limit - head.length - 12) + 'Disallow: /b',
    forbidden: ['/a', '/b'],
  },
  {
    name: 'what comes after 500 KiB',
    robots: head + filler(limit - head.length) + 'Disallow: /b',
    forbidden: ['/a'],
    allowed: ['/b'],
  },
  {
    name: 'a line that 500 KiB cut in half',
    robots: `${head}${filler(limit - head.length - 12)}Disallow: /bcd\n`,
    forbidden: ['/a'],
    allowed: ['/b', '/bcd'],
  },
  {
    name: 'one line of more than 500 KiB',
    robots: `${'x'.repeat(limit)}\nUser-agent: *\nDisallow: /`,
    allowed: ['/a'],
  },
];
