// What makes the built page installable and lets it open without a connection: its manifest and its service worker.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { brand } from '../contract/brand.ts'

const WORKER = join(import.meta.dirname, 'src/platform/service-worker-script.ts')
const MANIFEST = 'manifest.webmanifest'
const CANVAS = '#141412' // tokens.css, dark: what the page has before the person's theme is known

const png = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const manifest = {
  id: '/',
  name: brand.name,
  short_name: brand.name,
  description: 'A self-hosted AI assistant workspace.',
  lang: 'en',
  dir: 'auto',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: CANVAS,
  background_color: CANVAS,
  categories: ['productivity'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    png('icon-192', 192, 'any'),
    png('icon-512', 512, 'any'),
    png('maskable-512', 512, 'maskable'),
  ],
}

/** Of public/, what the shell shows. */
const PUBLIC = ['theme.js', 'icon.svg']

export function installable(): Plugin {
  return {
    name: 'atrium-installable',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${MANIFEST}` }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' }, injectTo: 'head' },
    ],
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(manifest, null, 2) })
        const source = await worker(bundle)
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}

/** A chunk and everything that it imports statically. */
export function withImports(name: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): string[] {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || found.has(name)) return [...found]
  found.add(name)
  for (const imported of chunk.imports) withImports(imported, bundle, found)
  return [...found]
}

async function worker(bundle: Rolldown.OutputBundle): Promise<string> {
  const html = bundle['index.html']
  if (html?.type !== 'asset') throw new Error('The build has no index.html for the service worker to keep.')
  const page = String(html.source)
  // The page a person may meet offline first: a conversation that is not here.
  const told = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/chat/thread-unavailable.tsx')),
  )
  const named = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].flatMap(([, address]) => address ?? [])
  const { code } = await transformWithOxc(readFileSync(WORKER, 'utf8'), WORKER)
  const build = createHash('sha256').update(page).update(code).update(Object.keys(bundle).sort().join('\n'))
  for (const name of PUBLIC) build.update(readFileSync(join(import.meta.dirname, 'public', name)))
  const facts = {
    cache: `${brand.prefix}-${build.digest('hex').slice(0, 12)}`,
    shell: [
      '/',
      ...PUBLIC.map((name) => `/${name}`),
      `/${MANIFEST}`,
      ...new Set([...named, ...(told ? withImports(told.fileName, bundle).map((name) => `/${name}`) : [])]),
    ],
    scripts: [...page.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].flatMap(([, address]) => address ?? []),
  }
  // A classic script, which every browser takes: of its imports, all types, an empty export is left.
  return `const BUILD = ${JSON.stringify(facts)}\n${code.replace(/^export \{\};?$/m, '')}`
}
