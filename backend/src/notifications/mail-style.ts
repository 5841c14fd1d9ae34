import type { Language } from '../contract/index.ts';
import { escaped } from '../lib/markup.ts';

/**
 * The looks of mails and of the pages behind their links. Nothing is loaded, so no publisher sees who reads a mail. Mail programs that
 * take no styles show headings, paragraphs and links.
 */
const style = `
:root{color-scheme:light dark}
body{margin:0;background:#fff;color:#1f2328;font:16px/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans JP",Arial,sans-serif}
.page{max-width:600px;margin:0 auto;padding:28px 20px;overflow-wrap:anywhere}
h1{font-size:24px;line-height:1.3;margin:0 0 6px}
h2{font-size:13px;line-height:1.4;letter-spacing:.04em;margin:32px 0 0;padding-bottom:6px;border-bottom:1px solid #d5d9de;color:#59636e}
h3{font-size:18px;line-height:1.4;margin:20px 0 2px}
h3 a{color:#1f2328;text-decoration:none}
p{margin:0 0 4px}
a{color:#0b5cad}
.day,.source,.why,.foot{color:#59636e}
.source,.why,.links,.foot{font-size:14px}
.links a{margin-right:16px}
.foot{margin-top:36px;padding-top:14px;border-top:1px solid #d5d9de}
.foot a{color:#59636e;margin-right:16px}
.button{display:inline-block;margin:16px 0;padding:11px 20px;border:0;border-radius:8px;background:#0b5cad;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
@media (max-width:480px){.page{padding:20px 16px}h1{font-size:22px}.links a,.foot a{display:inline-block;padding:6px 0}}
@media (prefers-color-scheme:dark){body{background:#16181c;color:#e6e8eb}h2,.foot{border-color:#3a3f46}h3 a{color:#e6e8eb}a{color:#7ab7f5}h2,.day,.source,.why,.foot,.foot a{color:#a3abb5}.button{background:#7ab7f5;color:#10151b}}
`.trim();

/** Returns a document of HTML around a body that is HTML already. */
export const documentOf = (language: Language, title: string, body: string): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<div class="page" role="main">
${body}
</div>
</body>
</html>
`;
