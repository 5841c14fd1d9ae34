import { forAll, octets, type RobotsCase } from './robots-case.ts';

/** Section 2.2.1 and 2.2.4: which groups go for whom. */
const groups: RobotsCase[] = [
  { name: 'an empty document allows all', robots: '', allowed: ['/', '/a?b'] },
  {
    name: 'a group of its own goes before the one of all',
    robots: 'User-agent: *\nDisallow: /\n\nUser-agent: omomi\nDisallow: /x',
    allowed: ['/', '/y'],
    forbidden: ['/x'],
  },
  {
    name: 'a group of its own without rules allows all',
    robots: 'User-agent: *\nDisallow: /\n\nUser-agent: Omomi',
    allowed: ['/', '/x'],
  },
  {
    name: 'an empty Disallow in a group of its own allows all',
    robots: 'User-agent: *\nDisallow: /\n\nUser-agent: Omomi\nDisallow:',
    allowed: ['/x'],
  },
  {
    name: 'names are compared without case',
    robots: 'USER-AGENT: OMOMI\nDISALLOW: /x',
    allowed: ['/X'],
    forbidden: ['/x'],
  },
  {
    name: 'a version after the name does not count',
    robots: 'User-agent: Omomi/1.0 (feeds)\nDisallow: /',
    forbidden: ['/a'],
  },
  {
    name: 'another name that begins alike is another robot',
    robots: 'User-agent: OmomiBot\nDisallow: /',
    allowed: ['/a'],
  },
  {
    name: 'a name that ours begins with is another robot',
    robots: 'User-agent: Omo\nDisallow: /',
    allowed: ['/a'],
  },
  {
    name: 'groups of one robot are merged',
    robots:
      'User-agent: Omomi\nDisallow: /a\n\nUser-agent: x\nDisallow: /b\n\nUser-agent: Omomi\nDisallow: /c',
    allowed: ['/b'],
    forbidden: ['/a', '/c'],
  },
  {
    name: 'groups of all robots are merged',
    robots: 'User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /c',
    forbidden: ['/a', '/c'],
  },
  {
    name: 'several names share the rules after them',
    robots: 'User-agent: x\nUser-agent: Omomi\nUser-agent: y\nDisallow: /a',
    forbidden: ['/a'],
  },
  {
    name: 'a blank line does not end a group',
    robots: 'User-agent: Omomi\n\n\nDisallow: /a\n\nDisallow: /b',
    forbidden: ['/a', '/b'],
  },
  {
    name: 'a blank line between names does not end a group',
    robots: 'User-agent: Omomi\n\nUser-agent: x\nDisallow: /a',
    forbidden: ['/a'],
  },
  {
    name: 'a Sitemap does not end a group',
    robots: 'User-agent: Omomi\nSitemap: https://a.example/s.xml\nUser-agent: x\nDisallow: /a',
    forbidden: ['/a'],
  },
  {
    name: 'a Sitemap between rules does not end a group',
    robots: 'User-agent: Omomi\nDisallow: /a\nSitemap: https://a.example/s.xml\nDisallow: /b',
    forbidden: ['/a', '/b'],
  },
  {
    name: 'an unknown line does not end a group',
    robots: 'User-agent: Omomi\nNoindex: /q\nUser-agent: x\nDisallow: /a',
    forbidden: ['/a'],
    allowed: ['/q'],
  },
  {
    name: 'rules before any group go for nobody',
    robots: 'Disallow: /\nUser-agent: x\nDisallow: /',
    allowed: ['/a'],
  },
  { name: 'a group of another robot does not matter', robots: 'User-agent: x\nDisallow: /', allowed: ['/a'] },
  {
    name: 'a rule ends the names',
    robots: 'User-agent: Omomi\nDisallow: /a\nUser-agent: x\nDisallow: /b',
    allowed: ['/b'],
    forbidden: ['/a'],
  },
  {
    name: 'an empty rule ends the names too',
    robots: 'User-agent: Omomi\nDisallow:\nUser-agent: x\nDisallow: /b',
    allowed: ['/b'],
  },
  {
    name: 'a name beside all robots in one group',
    robots: 'User-agent: *\nUser-agent: Omomi\nDisallow: /a',
    forbidden: ['/a'],
  },
];

/** Section 2.2.2: the longest match, Allow before Disallow, octets. */
const matching: RobotsCase[] = [
  {
    name: 'robots.txt itself is always allowed',
    robots: forAll('Disallow: /'),
    allowed: ['/robots.txt'],
    forbidden: ['/', '/robots.txt2', '/a/robots.txt'],
  },
  {
    name: 'a path is a prefix',
    robots: forAll('Disallow: /fish'),
    allowed: ['/', '/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
    forbidden: ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fish.php?id=x'],
  },
  {
    name: 'a path with a slash is the folder',
    robots: forAll('Disallow: /fish/'),
    allowed: ['/fish', '/fish.html', '/animals/fish/'],
    forbidden: ['/fish/', '/fish/?id=x', '/fish/salmon'],
  },
  {
    name: 'the longest match counts, wherever it stands',
    robots: forAll('Allow: /a/b', 'Disallow: /a', 'Disallow: /a/b/c'),
    allowed: ['/a/b', '/a/b/d', '/'],
    forbidden: ['/a', '/a/x', '/a/b/c'],
  },
  {
    name: 'the example of section 5.2',
    robots: forAll('Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'),
    allowed: ['/example/page/', '/example/page/x.gif'],
    forbidden: ['/example/page/disallowed.gif'],
  },
  {
    name: 'of equal matches Allow counts',
    robots: forAll('Disallow: /a', 'Allow: /a'),
    allowed: ['/a', '/ab'],
  },
  {
    name: 'of equal matches Allow counts with wildcards',
    robots: forAll('Disallow: /a*', 'Allow: /ab'),
    allowed: ['/ab'],
    forbidden: ['/ac'],
  },
  {
    name: 'an Allow without a match changes nothing',
    robots: forAll('Disallow: /', 'Allow: /b'),
    allowed: ['/b', '/bc'],
    forbidden: ['/a'],
  },
  {
    name: 'letters in a path have case',
    robots: forAll('Disallow: /A'),
    allowed: ['/a'],
    forbidden: ['/A', '/Ab'],
  },
  {
    name: 'the query is part of the path',
    robots: forAll('Disallow: /a?b=1'),
    allowed: ['/a', '/a?b=2', '/a?c&b=1'],
    forbidden: ['/a?b=1', '/a?b=12'],
  },
  { name: 'the fragment is not', robots: forAll('Disallow: /a$'), forbidden: ['/a#b'], allowed: ['/ab'] },
  {
    name: 'an empty path matches nothing',
    robots: forAll('Disallow: ', 'Disallow: /b'),
    allowed: ['/', '/a'],
    forbidden: ['/b'],
  },
  {
    name: 'a path without a slash matches nothing',
    robots: forAll('Disallow: private', 'Disallow: https://a.example/x'),
    allowed: ['/private', '/x'],
  },
];

/** Section 2.2.2 and 2.2.3: percent-encoding. */
const encoding: RobotsCase[] = [
  {
    name: 'an encoded unreserved octet equals the character',
    robots: forAll('Disallow: /foo/bar/%62%61%7A'),
    forbidden: ['/foo/bar/baz', '/foo/bar/b%61z'],
  },
  { name: 'the other way round', robots: forAll('Disallow: /a-b_c.d~e'), forbidden: ['/a%2Db%5fc%2Ed%7ee'] },
  {
    name: 'raw octets equal encoded ones',
    robots: forAll('Disallow: /foo/bar/ツ'),
    forbidden: ['/foo/bar/ツ', '/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
    allowed: ['/foo/bar/%E3%83%85'],
  },
  {
    name: 'encoded octets equal raw ones',
    robots: forAll('Disallow: /foo/bar/%E3%83%84'),
    forbidden: ['/foo/bar/ツ'],
  },
  {
    name: 'hex digits have no case',
    robots: forAll('Disallow: /a%3cd.html'),
    forbidden: ['/a%3Cd.html', '/a%3cd.html', '/a<d.html'],
  },
  {
    name: 'an encoded slash in a path is no slash',
    robots: forAll('Disallow: /a%2fb.html'),
    forbidden: ['/a%2Fb.html'],
    allowed: ['/a/b.html'],
  },
  {
    name: 'a slash in a path is no encoded one',
    robots: forAll('Disallow: /a/b.html'),
    forbidden: ['/a/b.html'],
    allowed: ['/a%2Fb.html'],
  },
  {
    name: 'reserved characters in a query equal their encoding',
    robots: forAll('Disallow: /foo/bar?baz=http://foo.bar'),
    forbidden: ['/foo/bar?baz=http://foo.bar', '/foo/bar?baz=http%3A%2F%2Ffoo.bar'],
  },
  {
    name: 'their encoding equals the characters',
    robots: forAll('Disallow: /foo/bar?baz=http%3A%2F%2Ffoo.bar'),
    forbidden: ['/foo/bar?baz=http://foo.bar', '/foo/bar?baz=http%3a%2f%2ffoo.bar'],
  },
  {
    name: 'characters that separate parameters do not equal their encoding',
    robots: forAll('Disallow: /a?b=1&c', 'Disallow: /d?x=y'),
    forbidden: ['/a?b=1&c'],
    allowed: ['/a?b=1%26c', '/d?x%3Dy'],
  },
  {
    name: 'a lone percent sign is an octet',
    robots: forAll('Disallow: /100%', 'Disallow: /%zz'),
    forbidden: ['/100%', '/100%25', '/%zz'],
    allowed: ['/100'],
  },
  {
    name: 'a name in another encoding is its octets',
    robots: octets('User-agent: *\nDisallow: /caf\xe9'),
    forbidden: ['/caf%E9'],
    allowed: ['/caf%C3%A9'],
  },
  {
    name: 'octets that look like space are kept',
    robots: octets('User-agent: *\nDisallow: /voil\xc3\xa0'),
    forbidden: ['/voilà', '/voil%C3%A0'],
    allowed: ['/voil%C3%A9'],
  },
];

/** Section 2.2.3: special characters. */
const special: RobotsCase[] = [
  {
    name: 'a wildcard is any octets, none too',
    robots: forAll('Disallow: /a*b'),
    forbidden: ['/ab', '/a/x/b', '/axxbc'],
    allowed: ['/a', '/ba'],
  },
  {
    name: 'a wildcard at the end changes nothing',
    robots: forAll('Disallow: /fish*'),
    forbidden: ['/fish', '/fish.html'],
    allowed: ['/fis'],
  },
  {
    name: 'a wildcard at the beginning',
    robots: forAll('Disallow: *.gif'),
    forbidden: ['/a.gif', '/a/b.gif?c', '/.gif'],
    allowed: ['/a.png'],
  },
  {
    name: 'the dollar sign is the end',
    robots: forAll('Disallow: /*.php$'),
    forbidden: ['/a.php', '/a/b.php', '/a.php.php'],
    allowed: ['/a.php?x', '/a.php/', '/a.php5'],
  },
  {
    name: 'the example of section 5.1',
    robots:
      'User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\nUser-Agent: foobot\nDisallow:/\nAllow:/example/page.html',
    forbidden: ['/a.gif', '/example/', '/example/page.html'],
    allowed: ['/a.gifs', '/publications/', '/publications/a.html'],
  },
  {
    name: 'the end of the root alone',
    robots: forAll('Disallow: /', 'Allow: /$'),
    allowed: ['/'],
    forbidden: ['/a', '/?a'],
  },
  {
    name: 'a dollar sign elsewhere is itself',
    robots: forAll('Disallow: /a$b'),
    forbidden: ['/a$b', '/a%24bc'],
    allowed: ['/a', '/ab'],
  },
  {
    name: 'an encoded star is itself',
    robots: forAll('Disallow: /file-with-a-%2A.html'),
    forbidden: ['/file-with-a-*.html', '/file-with-a-%2a.html'],
    allowed: ['/file-with-a-b.html'],
  },
  {
    name: 'an encoded dollar sign is itself',
    robots: forAll('Disallow: /foo/bar/%24'),
    forbidden: ['/foo/bar/$', '/foo/bar/$x'],
    allowed: ['/foo/bar/'],
  },
  {
    name: 'several wildcards',
    robots: forAll('Disallow: /*/private/*/x*.html$'),
    forbidden: ['/a/private/b/xy.html', '/a/b/private/c/d/x.html'],
    allowed: ['/private/b/x.html', '/a/private/b/xy.html5'],
  },
  {
    name: 'stars in a row are one',
    robots: forAll('Disallow: /a***b'),
    forbidden: ['/ab', '/acb'],
    allowed: ['/a'],
  },
  {
    name: 'the last part is the end even if it came before',
    robots: forAll('Disallow: /*ab$'),
    forbidden: ['/ab', '/abab', '/aab'],
    allowed: ['/aba'],
  },
  {
    name: 'parts do not overlap',
    robots: forAll('Disallow: /aba*aba$'),
    forbidden: ['/abaaba', '/abaxaba'],
    allowed: ['/aba', '/ababa'],
  },
  { name: 'a query anywhere', robots: forAll('Disallow: /*?'), forbidden: ['/a?b', '/?b'], allowed: ['/a'] },
  {
    name: 'a parameter anywhere',
    robots: forAll('Disallow: /*?*sid='),
    forbidden: ['/a?sid=1', '/a?b&sid=1'],
    allowed: ['/a/sid=1'],
  },
  {
    name: 'an address in a parameter anywhere',
    robots: forAll('Disallow: /*=http://'),
    forbidden: ['/r?u=http://b.example', '/r?u=http%3A%2F%2Fb.example'],
    allowed: ['/r?u=b'],
  },
];

export const rfc9309Cases: RobotsCase[] = [...groups, ...matching, ...encoding, ...special];
