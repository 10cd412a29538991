import { brand } from '@atrium/contract/brand'

interface Operation {
  summary: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema?: unknown; content?: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema: unknown }> }>
  'x-access': string
}

const encode = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const pretty = (value: unknown) => `<pre><code>${encode(JSON.stringify(value, null, 2))}</code></pre>`

const style = `:root{color-scheme:light dark;--line:light-dark(#ddd8d0,#3a3733);--soft:light-dark(#f5f2ed,#24221f);--mute:light-dark(#6a645b,#a8a198)}
body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem;background:light-dark(#fdfcfa,#1a1917);color:light-dark(#24211d,#ece8e1)}
h1{font-size:1.75rem}h2{margin-top:2.5rem;font-size:1.25rem}details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;padding:.25rem .75rem}
summary{cursor:pointer;padding:.35rem 0}code,pre{font:13px/1.5 ui-monospace,monospace}pre{background:var(--soft);padding:.75rem;border-radius:6px;overflow:auto;max-height:24rem}
b{font:600 12px ui-monospace,monospace;display:inline-block;min-width:4rem}.access{color:var(--mute);font-size:.85rem}table{border-collapse:collapse}td,th{text-align:start;padding:.2rem 1rem .2rem 0}`

function operation(path: string, method: string, op: Operation): string {
  const parameters = op.parameters.length
    ? `<h4>Parameters</h4><table>${op.parameters.map((one) => `<tr><td><code>${encode(one.name)}</code></td><td>${one.in}${one.required ? ', required' : ''}</td><td><code>${encode(JSON.stringify(one.schema ?? one.content))}</code></td></tr>`).join('')}</table>`
    : ''
  const body = op.requestBody
    ? `<h4>Body</h4>${Object.entries(op.requestBody.content)
        .map(([type, one]) => `<p>${encode(type)}</p>${pretty(one.schema)}`)
        .join('')}`
    : ''
  const answers = Object.entries(op.responses)
    .filter(([, one]) => one.description !== undefined)
    .map(
      ([status, one]) =>
        `<h4>Answer ${status}</h4><p>${encode(one.description ?? '')}</p>${Object.entries(one.content ?? {})
          .map(([type, content]) => `<p>${encode(type)}</p>${pretty(content.schema)}`)
          .join('')}`,
    )
    .join('')
  return `<details><summary><b>${method.toUpperCase()}</b><code>${encode(path)}</code> — ${encode(op.summary)}</summary><p class="access">Access: ${encode(op['x-access'])}</p>${parameters}${body}${answers}</details>`
}

/** The OpenAPI document as a page to read, without scripts. */
export function docsPage(document: Record<string, unknown>): string {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>)) {
    for (const [method, op] of Object.entries(methods)) {
      const tag = op.tags[0] ?? 'Other'
      groups.set(tag, [...(groups.get(tag) ?? []), operation(path, method, op)])
    }
  }
  const sections = [...groups]
    .map(([tag, list]) => `<section><h2>${encode(tag)}</h2>${list.join('')}</section>`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${brand.name} API</title><style>${style}</style></head>
<body><main><h1>${brand.name} API</h1><p>Every call of this installation, made from the same declarations that check them. As a document: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<p>Sign in with <code>POST /api/login</code>; the answer’s <code>token</code> works as <code>Authorization: Bearer …</code>. A refused call answers <code>{"error": {"code", "message", "requestId"}}</code>; the message is a sentence for the person.</p>${sections}</main></body></html>`
}
