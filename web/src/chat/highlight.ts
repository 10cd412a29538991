import type { HLJSApi, LanguageFn } from 'highlight.js'
import { patiently } from '../platform/patiently.ts'

type Load = () => Promise<{ default: LanguageFn }>

/** Languages that can be coloured, each a chunk of its own, by the names people write behind a fence. */
const languages: Record<string, { names: readonly string[]; load: Load }> = {
  bash: { names: ['sh', 'zsh', 'shell', 'console'], load: () => import('highlight.js/lib/languages/bash') },
  c: { names: ['h'], load: () => import('highlight.js/lib/languages/c') },
  cpp: { names: ['c++', 'hpp', 'cc'], load: () => import('highlight.js/lib/languages/cpp') },
  csharp: { names: ['cs', 'c#'], load: () => import('highlight.js/lib/languages/csharp') },
  css: { names: [], load: () => import('highlight.js/lib/languages/css') },
  diff: { names: ['patch'], load: () => import('highlight.js/lib/languages/diff') },
  dockerfile: { names: ['docker'], load: () => import('highlight.js/lib/languages/dockerfile') },
  elixir: { names: ['ex', 'exs'], load: () => import('highlight.js/lib/languages/elixir') },
  go: { names: ['golang'], load: () => import('highlight.js/lib/languages/go') },
  graphql: { names: ['gql'], load: () => import('highlight.js/lib/languages/graphql') },
  haskell: { names: ['hs'], load: () => import('highlight.js/lib/languages/haskell') },
  ini: { names: ['toml', 'conf'], load: () => import('highlight.js/lib/languages/ini') },
  java: { names: [], load: () => import('highlight.js/lib/languages/java') },
  javascript: { names: ['js', 'jsx', 'mjs', 'cjs'], load: () => import('highlight.js/lib/languages/javascript') },
  json: { names: ['json5', 'jsonc'], load: () => import('highlight.js/lib/languages/json') },
  julia: { names: ['jl'], load: () => import('highlight.js/lib/languages/julia') },
  kotlin: { names: ['kt'], load: () => import('highlight.js/lib/languages/kotlin') },
  latex: { names: ['tex'], load: () => import('highlight.js/lib/languages/latex') },
  lua: { names: [], load: () => import('highlight.js/lib/languages/lua') },
  makefile: { names: ['make'], load: () => import('highlight.js/lib/languages/makefile') },
  markdown: { names: ['md'], load: () => import('highlight.js/lib/languages/markdown') },
  php: { names: [], load: () => import('highlight.js/lib/languages/php') },
  powershell: { names: ['ps1', 'pwsh'], load: () => import('highlight.js/lib/languages/powershell') },
  python: { names: ['py'], load: () => import('highlight.js/lib/languages/python') },
  r: { names: [], load: () => import('highlight.js/lib/languages/r') },
  ruby: { names: ['rb'], load: () => import('highlight.js/lib/languages/ruby') },
  rust: { names: ['rs'], load: () => import('highlight.js/lib/languages/rust') },
  scala: { names: [], load: () => import('highlight.js/lib/languages/scala') },
  scss: { names: ['sass', 'less'], load: () => import('highlight.js/lib/languages/scss') },
  sql: { names: ['postgres', 'postgresql', 'mysql', 'sqlite'], load: () => import('highlight.js/lib/languages/sql') },
  swift: { names: [], load: () => import('highlight.js/lib/languages/swift') },
  typescript: { names: ['ts', 'tsx', 'mts'], load: () => import('highlight.js/lib/languages/typescript') },
  xml: { names: ['html', 'svg', 'vue', 'svelte'], load: () => import('highlight.js/lib/languages/xml') },
  yaml: { names: ['yml'], load: () => import('highlight.js/lib/languages/yaml') },
}

const byName = new Map(
  Object.entries(languages).flatMap(([id, { names }]) => [
    [id, id] as const,
    ...names.map((name) => [name, id] as const),
  ]),
)

/** A stretch of code of one kind: `kind` is highlight.js's scope (`keyword`, `string` …), places in UTF-16 units. */
export interface CodeSpan {
  start: number
  end: number
  kind: string
}

let core: Promise<HLJSApi> | undefined

/** Finds what to colour in a piece of code; nothing for a language that is not known. */
export async function codeSpans(code: string, language: string): Promise<CodeSpan[]> {
  const id = byName.get(language.toLowerCase())
  const entry = id ? languages[id] : undefined
  if (!id || !entry) return []
  core ??= patiently(() => import('highlight.js/lib/core')).then((module) => module.default)
  const [hljs, definition] = await Promise.all([core, patiently(entry.load)])
  if (!hljs.getLanguage(id)) hljs.registerLanguage(id, definition.default)
  return spansIn(hljs.highlight(code, { language: id, ignoreIllegals: true }).value)
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** Reads highlight.js's answer, which is HTML of nothing but spans and entities, without ever making HTML of it. */
export function spansIn(html: string): CodeSpan[] {
  const spans: CodeSpan[] = []
  const open: { kind: string; start: number }[] = []
  let at = 0
  for (const [token] of html.matchAll(/<span class="[^"]*">|<\/span>|&(?:amp|lt|gt|quot|#x27);|[^<&]+|[<&]/g)) {
    if (token.startsWith('<span')) open.push({ kind: /hljs-([\w-]+)/.exec(token)?.[1] ?? '', start: at })
    else if (token === '</span>') {
      const ended = open.pop()
      if (ended?.kind && at > ended.start) spans.push({ ...ended, end: at })
    } else at += (entities[token] ?? token).length
  }
  return spans
}
