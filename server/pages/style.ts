import { createHash } from 'node:crypto'

/** All that a public page looks like. It is one with the page, so that one request brings it, and the policy names its hash. */
export const STYLE = `
:root{color-scheme:light dark;--canvas:oklch(0.992 0.003 95);--surface:oklch(0.97 0.004 95);--ink:oklch(0.24 0.008 95);--muted:oklch(0.5 0.01 95);
--line:oklch(0.89 0.006 95);--accent:oklch(0.47 0.09 175);--onaccent:#fff;--danger:oklch(0.5 0.17 27)}
@media(prefers-color-scheme:dark){:root{--canvas:oklch(0.19 0.005 95);--surface:oklch(0.235 0.006 95);--ink:oklch(0.94 0.005 95);--muted:oklch(0.72 0.01 95);
--line:oklch(0.34 0.008 95);--accent:oklch(0.78 0.09 175);--onaccent:oklch(0.19 0.005 95);--danger:oklch(0.74 0.14 27)}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:1rem/1.625 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
main,footer{max-width:52rem;margin-inline:auto;padding-inline:1.25rem}
main{padding-block:3rem 2rem;display:flex;flex-direction:column;gap:1.5rem}
h1{font-size:1.875rem;line-height:1.25;margin:0;letter-spacing:-.01em;text-wrap:balance}
h2{font-size:1.125rem;line-height:1.4;margin:1rem 0 0}
p{margin:0;max-width:44rem;white-space:pre-line}
.lead,.quiet,footer,dt,th{color:var(--muted)}
a{color:var(--accent);text-underline-offset:.2em}
a:focus-visible,button:focus-visible,input:focus-visible,textarea:focus-visible,select:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
.button,button{display:inline-flex;align-items:center;min-height:2.75rem;padding:.4rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--surface);color:var(--ink);font:inherit;text-decoration:none;cursor:pointer}
.primary{background:var(--accent);border-color:var(--accent);color:var(--onaccent);font-weight:500}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{text-align:start;vertical-align:top;padding:.6rem .75rem .6rem 0;border-block-end:1px solid var(--line)}
th{font-weight:500;font-size:.8125rem;white-space:nowrap}
td:first-child{font-weight:500}
td{font-variant-numeric:tabular-nums}
details{border-block-end:1px solid var(--line)}
summary{cursor:pointer;padding-block:.75rem;font-weight:500;min-height:2.75rem}
details>div{padding-block:0 1rem;padding-inline-start:1.15rem}
.files{display:flex;flex-wrap:wrap;gap:.5rem}
img{max-width:100%;max-height:20rem;border-radius:.5rem;display:block}
td img{max-height:6rem}
section>h2{margin-block-end:.75rem}
form{display:flex;flex-direction:column;gap:1rem;max-width:32rem}
label{display:flex;flex-direction:column;gap:.3rem;font-size:.9375rem}
label.box{flex-direction:row;align-items:center;gap:.6rem}
input,textarea,select{font:inherit;color:inherit;background:var(--canvas);border:1px solid var(--muted);border-radius:.5rem;padding:.5rem .7rem;min-height:2.75rem;width:100%}
input[type=checkbox]{width:1.25rem;min-height:1.25rem;accent-color:var(--accent)}
input[type=color]{width:4rem;padding:.2rem}
.help{font-size:.8125rem;color:var(--muted)}
.trap{position:absolute;inset-inline-start:-100vw;width:1px;height:1px;overflow:hidden}
[role=alert]{color:var(--danger);font-weight:500}
[role=status]{border-inline-start:3px solid var(--accent);padding-inline-start:.75rem}
fieldset{border:0;margin:0;padding:0;min-width:0;display:flex;flex-wrap:wrap;gap:.5rem}
legend{padding:0;margin-block-end:.3rem;font-size:.9375rem}
label.pick{flex:1 1 6rem;overflow-wrap:break-word;flex-direction:row;align-items:center;gap:.6rem;min-height:2.75rem;padding:.5rem .8rem;border:1px solid var(--muted);border-radius:.5rem;cursor:pointer}
label.pick:has(:checked){border-color:var(--accent);background:var(--surface);font-weight:500}
input[type=radio]{width:1.125rem;min-height:1.125rem;margin:0;accent-color:var(--accent)}
.moment p:first-child{font-size:1.125rem;font-weight:500;text-wrap:balance}
.notice{border-inline-start:3px solid var(--danger);padding-inline-start:.75rem;font-weight:500}
footer{padding-block:1.5rem 3rem;font-size:.8125rem}
@media(max-width:40rem){
main{padding-block:2rem 1.5rem}
.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards table,.cards tbody,.cards tr,.cards td{display:block}
.cards tr{border-block-end:1px solid var(--line);padding-block:.75rem}
.cards td{border:0;padding:.1rem 0}
.cards td:empty{display:none}
.cards td:not(:first-child)::before{content:attr(data-label);display:block;color:var(--muted);font-size:.8125rem}
}
@media print{footer,.actions,form{display:none}}
`

const hash = createHash('sha256').update(STYLE).digest('base64')

/** No script of anybody's runs, nothing of anybody else's is fetched, nothing is sent elsewhere, and no other site has it in a frame. */
export const PAGE_POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${hash}'`,
  `img-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')
