import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix, relative, sep } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

// Who may import whom (the architecture's rules), held over every import of the tree.

/** Files whose whole point is to pass on what others export. */
const DOORS = new Set(['web/src/kit.ts'])
const LONGEST = 400 // lines
const SOURCE = /\.(ts|tsx|mts|js|mjs)$/
const TEST = /\.(test|journey)\.tsx?$|(^|\/)test-[\w-]+\.tsx?$/

interface Import {
  target: string
  /** `lazy` for import(): it may close a circle. */
  kind: 'static' | 'lazy' | 'type'
}

interface Parsed {
  imports: Import[]
  /** True when it does nothing but pass on what other files of ours export. */
  isBarrel: boolean
}

type Node = { type: string; source?: { value?: unknown } | null; importKind?: string; exportKind?: string }

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  else if (value && typeof value === 'object') {
    if ('type' in value && typeof value.type === 'string') yield value as Node
    for (const one of Object.values(value)) yield* nodesIn(one)
  }
}

/** Every import of a source file: static, re-exports, import(), and import('…') in types. */
function parse(path: string, text: string): Parsed {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const imports: Import[] = []
  for (const node of nodesIn(program)) {
    const target = node.source?.value
    if (typeof target !== 'string') continue
    if (node.type === 'ImportExpression') imports.push({ target, kind: 'lazy' })
    else if (node.type === 'TSImportType') imports.push({ target, kind: 'type' })
    else if (/^(Import|Export\w*)Declaration$/.test(node.type))
      imports.push({ target, kind: node.importKind === 'type' || node.exportKind === 'type' ? 'type' : 'static' })
  }
  const body = program.body as Node[]
  const isBarrel =
    body.length > 0 && body.every((node) => /^Export/.test(node.type) && /^[.@]/.test(String(node.source?.value ?? '')))
  return { imports, isBarrel }
}

type Tree = ReadonlyMap<string, string>

const zoneOf = (path: string) =>
  path.startsWith('contract/')
    ? 'contract'
    : path.startsWith('domain/')
      ? 'domain'
      : path.startsWith('server/')
        ? 'server'
        : path.startsWith('web/src/') // what stands beside it builds it
          ? 'web'
          : path.startsWith('modules/')
            ? 'module'
            : 'other'

const folderOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** The file of the tree that an import means, or null for a package. */
function resolve(from: string, target: string): string | null {
  if (target.startsWith('@atrium/contract/')) return `contract/${target.slice('@atrium/contract/'.length)}.ts`
  if (target.startsWith('@atrium/domain/')) return `domain/${target.slice('@atrium/domain/'.length)}.ts`
  if (target === '@atrium/web/kit') return 'web/src/kit.ts'
  if (!target.startsWith('.')) return null
  return posix.join(posix.dirname(from), target.replace(/\?.*$/, ''))
}

/** Why this import is not allowed; null when it is. */
function fault(from: string, { target }: Import, file: string | null): string | null {
  const zone = zoneOf(from)
  const isTest = TEST.test(from)
  const says = (rule: string) => `${from} imports ${target}: ${rule}`
  if (file === null) {
    if (/^@atrium\//.test(target))
      return says('only @atrium/contract/…, @atrium/domain/… and @atrium/web/kit are doors')
    if (zone === 'contract' && target !== 'zod' && !isTest) return says('contract imports zod and nothing else')
    if ((zone === 'web' || /\.tsx$/.test(from)) && isBuiltin(target) && !isTest) return says('the browser has no Node')
    return null
  }
  const to = zoneOf(file)
  if (zone === 'contract') return to === 'contract' ? null : says('contract imports zod and nothing else')
  if (zone === 'domain')
    return to === 'domain' ? null : says('domain imports packages of its field and nothing of ours')
  if (isTest && file.startsWith('e2e/')) return null // fakes of what is outside our machine live there
  if (zone === 'server') {
    if (to === 'module') return says('the core names no module')
    return ['server', 'contract', 'domain'].includes(to) ? null : says('server imports contract, domain and packages')
  }
  if (zone === 'web') {
    if (to === 'module') return says('the core names no module')
    return to === 'web' || to === 'contract' ? null : says('web imports contract and packages')
  }
  if (zone !== 'module') return null
  if (to === 'module' && folderOf(file) !== folderOf(from)) return says('a module imports no other module')
  if (['module', 'contract', 'domain'].includes(to)) return null
  const isScreen = /\.tsx$/.test(from) || /^modules\/[^/]+\/web\//.test(from)
  if (to === 'web' && isScreen && file === 'web/src/kit.ts') return null
  if (isScreen && isTest && file.startsWith('web/src/i18n/locales/en/')) return null // the words that the kit shows
  if (to === (isScreen ? 'web' : 'server') && isTest && TEST.test(file)) return null // the cores' test doors
  return says('a module imports its own folder, contract, domain, packages, and on its screens the web kit')
}

function* circles(graph: ReadonlyMap<string, readonly string[]>): Generator<string> {
  const done = new Set<string>()
  const path: string[] = []
  function* visit(at: string): Generator<string> {
    const seen = path.indexOf(at)
    if (seen >= 0) {
      yield `imports in a circle: ${[...path.slice(seen), at].join(' → ')}`
      return
    }
    if (done.has(at)) return
    path.push(at)
    for (const next of graph.get(at) ?? []) yield* visit(next)
    path.pop()
    done.add(at)
  }
  for (const at of graph.keys()) yield* visit(at)
}

/** What module.ts is made of, over several files or in one, is published to the browser: contract and zod, nothing else. */
function* moreThanDeclared(parsed: ReadonlyMap<string, Parsed>): Generator<string> {
  for (const start of parsed.keys()) {
    if (!/^modules\/[^/]+\/module\.ts$/.test(start)) continue
    const seen = new Set<string>()
    function* visit(path: string): Generator<string> {
      if (seen.has(path)) return
      seen.add(path)
      for (const { target } of parsed.get(path)?.imports ?? []) {
        const file = resolve(path, target)
        if (file === null ? target !== 'zod' : !/^(contract|modules|domain)\//.test(file))
          yield `${path} imports ${target}: module.ts imports contract, zod and what of domain needs no package, itself and through its files`
        if (file && /^(modules|domain)\//.test(file)) yield* visit(file)
      }
    }
    yield* visit(start)
  }
}

/** Files that a module's screen brings to the browser must not need Node. */
function* nodeInBrowser(parsed: ReadonlyMap<string, Parsed>): Generator<string> {
  const seen = new Set<string>()
  function* visit(path: string, screen: string): Generator<string> {
    if (seen.has(path)) return
    seen.add(path)
    for (const { target, kind } of parsed.get(path)?.imports ?? []) {
      if (kind === 'type') continue
      if (isBuiltin(target)) yield `${screen} brings ${path} to the browser, which imports ${target}`
      const file = resolve(path, target)
      if (file) yield* visit(file, screen)
    }
  }
  for (const path of parsed.keys()) if (/^modules\/[^/]+\/(web\.tsx|module\.ts)$/.test(path)) yield* visit(path, path)
}

const READERS = /(^|\/)readers\.ts$/
/** Packages that take somebody's file apart. */
const PARSERS =
  /^(ical\.js|yauzl|pbf|hyparquet|hyparquet-compressors|read-excel-file|mammoth|pdfjs-dist|image-size|@silvia-odwyer\/photon-node)(\/|$)/

/**
 * Somebody's file is parsed in the pool's processes alone: nothing loads a module's `readers.ts` or a package that parses
 * into the server's own process. Their types may be named.
 */
function* parsedOutside(parsed: ReadonlyMap<string, Parsed>): Generator<string> {
  const rule =
    'files are read in the parsing pool: name the types of readers.ts (readersOf) and let it import the parser'
  const seen = new Set<string>()
  function* visit(path: string): Generator<string> {
    if (seen.has(path)) return
    seen.add(path)
    for (const { target, kind } of parsed.get(path)?.imports ?? []) {
      if (kind === 'type') continue
      const file = resolve(path, target)
      if (file === null ? PARSERS.test(target) : READERS.test(file)) yield `${path} imports ${target}: ${rule}`
      else if (file && /^(modules|domain)\//.test(file)) yield* visit(file)
    }
  }
  for (const path of parsed.keys()) if (/^modules\/[^/]+\/server\.ts$/.test(path)) yield* visit(path)
  for (const [path, { imports }] of parsed)
    if (path.startsWith('server/') && !READERS.test(path) && !TEST.test(path))
      for (const { target, kind } of imports)
        if (
          kind !== 'type' &&
          (/^(mammoth|pdfjs-dist|image-size|@silvia-odwyer\/photon-node)(\/|$)/.test(target) ||
            READERS.test(resolve(path, target) ?? ''))
        )
          yield `${path} imports ${target}: ${rule}`
}

/** Every breach of the rules in a tree of files (path → text), as sentences. */
function breaches(tree: Tree): string[] {
  const found: string[] = []
  const parsed = new Map(
    [...tree].filter(([path]) => SOURCE.test(path)).map(([path, text]) => [path, parse(path, text)]),
  )
  const graph = new Map<string, string[]>()
  for (const [path, { imports, isBarrel }] of parsed) {
    if (isBarrel && !DOORS.has(path)) found.push(`${path} is a barrel: it only passes on what others export`)
    const lines = (tree.get(path) as string).trimEnd().split('\n').length
    if (lines > LONGEST && !TEST.test(path)) found.push(`${path} has ${lines} lines: it is two ideas`)
    const edges: string[] = []
    for (const one of imports) {
      const file = resolve(path, one.target)
      const wrong = fault(path, one, file)
      if (wrong) found.push(wrong)
      if (file?.match(SOURCE) && zoneOf(file) !== 'other' && !tree.has(file))
        found.push(`${path} imports ${one.target}, which is not there`)
      if (file && one.kind !== 'lazy') edges.push(file)
    }
    graph.set(path, edges)
  }
  return [...found, ...circles(graph), ...moreThanDeclared(parsed), ...nodeInBrowser(parsed), ...parsedOutside(parsed)]
}

const check = (files: Record<string, string>) => breaches(new Map(Object.entries(files)))

describe('the checker finds', () => {
  const kit = { 'web/src/kit.ts': "export { a } from './a.ts'", 'web/src/a.ts': 'export const a = 1' }
  const contract = { 'contract/errors.ts': 'export const e = 1' }
  const server = {
    'server/records/store.ts': 'export const s = 1',
    'server/records/test-module.ts': 'export const t = 1',
  }
  test.each<[string, Record<string, string>, RegExp]>([
    ['contract that imports a package', { 'contract/a.ts': "import x from 'hono'" }, /contract imports zod/],
    [
      'contract that imports the server',
      { ...server, 'contract/a.ts': "import type { s } from '../server/records/store.ts'" },
      /contract imports zod/,
    ],
    [
      'server that imports the web',
      { ...kit, 'server/x.ts': "import { a } from '../web/src/a.ts'" },
      /server imports contract, domain/,
    ],
    [
      'server that imports the kit',
      { ...kit, 'server/x.ts': "import { a } from '@atrium/web/kit'" },
      /server imports contract, domain/,
    ],
    [
      'server that names a module',
      { 'modules/m/server.ts': 'export {}', 'server/x.ts': "await import('../modules/m/server.ts')" },
      /names no module/,
    ],
    [
      'web that imports the server, in a type',
      { ...server, 'web/src/x.ts': "type S = typeof import('../../server/records/store.ts').s" },
      /web imports contract/,
    ],
    [
      'web that names a module',
      {
        'modules/m/web.tsx': 'export default 1',
        'web/src/x.ts': "export { default } from '../../modules/m/web.tsx'\nexport const y = 1",
      },
      /names no module/,
    ],
    ['web that needs Node', { 'web/src/x.ts': "import { join } from 'node:path'" }, /has no Node/],
    [
      'a module.ts that reaches a package through its own files',
      { 'modules/m/d.ts': "import 'chrono-node'", 'modules/m/module.ts': "import './d.ts'" },
      /modules\/m\/d\.ts imports chrono-node: module\.ts imports contract, zod/,
    ],
    [
      'a module.ts that imports a package',
      { 'modules/m/module.ts': "import x from 'chrono-node'" },
      /module\.ts imports contract, zod/,
    ],
    [
      'a module that imports another',
      { 'modules/n/d.ts': 'export {}', 'modules/m/server.ts': "import '../n/d.ts'" },
      /no other module/,
    ],
    [
      'a module that imports the core',
      { ...server, 'modules/m/server.ts': "import '../../server/records/store.ts'" },
      /its own folder/,
    ],
    [
      'a handler that imports the kit',
      { ...kit, 'modules/m/server.ts': "import { a } from '@atrium/web/kit'" },
      /its own folder/,
    ],
    [
      'a screen that imports the web past its kit',
      { ...kit, 'modules/m/web.tsx': "import { a } from '../../web/src/a.ts'" },
      /its own folder/,
    ],
    [
      'a screen that reaches Node through its domain',
      { 'modules/m/d.ts': "import 'node:fs'", 'modules/m/web.tsx': "import './d.ts'" },
      /brings modules\/m\/d\.ts to the browser/,
    ],
    [
      'a test that uses the core beyond its test doors',
      { ...server, 'modules/m/m.test.ts': "import '../../server/records/store.ts'" },
      /its own folder/,
    ],
    [
      'a test of a screen that uses the web beyond its test doors',
      { 'web/src/ui/x.tsx': 'export const x = 1', 'modules/m/web.test.tsx': "import '../../web/src/ui/x.tsx'" },
      /its own folder/,
    ],
    [
      'a module that loads its readers',
      { 'modules/m/readers.ts': 'export const r = 1', 'modules/m/server.ts': "await import('./readers.ts')" },
      /files are read in the parsing pool/,
    ],
    [
      'a module whose server reaches a parser through its own files',
      { 'modules/m/read.ts': "import ICAL from 'ical.js'", 'modules/m/server.ts': "import './read.ts'" },
      /modules\/m\/read\.ts imports ical\.js: files are read/,
    ],
    [
      'a server that parses a document',
      { 'server/files/x.ts': "import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'" },
      /files are read in the parsing pool/,
    ],
    [
      'a domain that imports the contract',
      { ...contract, 'domain/x.ts': "import { e } from '@atrium/contract/errors'" },
      /domain imports packages/,
    ],
    [
      'a module.ts that reaches a package through the domain',
      { 'domain/x.ts': "import 'papaparse'", 'modules/m/module.ts': "import '@atrium/domain/x'" },
      /what of domain needs no package/,
    ],
    [
      'a module whose server reaches a parser through the domain',
      { 'domain/ics.ts': "import ICAL from 'ical.js'", 'modules/m/server.ts': "import '@atrium/domain/ics'" },
      /domain\/ics\.ts imports ical\.js: files are read/,
    ],
    [
      'a screen of the core that imports the domain',
      { 'domain/x.ts': 'export const x = 1', 'web/src/x.ts': "import { x } from '@atrium/domain/x'" },
      /web imports contract/,
    ],
    ['an unknown door', { 'server/x.ts': "import x from '@atrium/web/ui/button'" }, /are doors/],
    [
      'a circle',
      { 'server/a.ts': "import './b.ts'\nexport const a = 1", 'server/b.ts': "import type { a } from './a.ts'" },
      /circle: server\/a\.ts → server\/b\.ts → server\/a\.ts/,
    ],
    ['a barrel', { 'server/a.ts': 'export const a = 1', 'server/index.ts': "export * from './a.ts'" }, /is a barrel/],
    ['a file of two ideas', { 'server/a.ts': 'export const a = 1\n'.repeat(500) }, /it is two ideas/],
    ['an import of nothing', { 'server/a.ts': "import './b.ts'" }, /not there/],
  ])('%s', (_, files, reason) => {
    expect(check(files).join('\n')).toMatch(reason)
  })
  test('nothing wrong with what is allowed', () => {
    const files = {
      ...kit,
      ...contract,
      ...server,
      'contract/module.ts': "import { z } from 'zod'\nimport type { e } from './errors.ts'",
      'server/x.ts':
        "import { e } from '@atrium/contract/errors'\nimport { s } from './records/store.ts'\nimport pg from 'pg'\nimport { join } from 'node:path'",
      'web/src/x.tsx':
        "import { useState } from 'react'\nimport { e } from '@atrium/contract/errors'\nconst p = lazy(() => import('./y.tsx'))\nconst words = \"import x from 'not-an-import'\"",
      'web/src/y.tsx': "import './x.tsx'",
      'modules/m/module.ts':
        "import { z } from 'zod'\nimport { e } from '@atrium/contract/errors'\nimport './schemas.ts'",
      'modules/m/schemas.ts': "import { z } from 'zod'",
      'modules/m/domain.ts': "import * as chrono from 'chrono-node'",
      'modules/m/readers.ts': "import 'yauzl'\nexport const r = 1",
      'modules/m/reading.ts': "type R = typeof import('./readers.ts')",
      'server/files/readers.ts': "import 'mammoth'",
      'modules/m/server.ts':
        "import m from './module.ts'\nimport './domain.ts'\nimport { isDeepStrictEqual } from 'node:util'",
      'modules/m/web.tsx':
        "import { a } from '@atrium/web/kit'\nimport type m from './module.ts'\nimport './web/list.tsx'",
      'modules/m/web/list.tsx': "import { Check } from 'lucide-react'",
      'web/src/records/test-page.tsx': 'export const page = 1',
      'modules/m/web.test.tsx': "import { page } from '../../web/src/records/test-page.tsx'",
      'modules/m/m.test.ts': "import { t } from '../../server/records/test-module.ts'\nimport m from './server.ts'",
    }
    expect(check(files)).toEqual([])
  })
})

function readTree(root: string, folders: readonly string[]): Tree {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => !/(^|\/)(node_modules|dist|\.[^/]+)\//.test(path)),
  )
  return new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

test('the tree keeps the rules', () => {
  const tree = readTree(join(import.meta.dirname, '../..'), [
    'contract',
    'domain',
    'server',
    'web',
    'modules',
    'agents',
  ])
  expect(tree.size).toBeGreaterThan(100)
  expect(breaches(tree)).toEqual([])
})
