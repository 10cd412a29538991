import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAppPath } from '@atrium/contract/catalogue/app-paths'
import { type HelpArticle, HelpArticle as HelpArticleSchema, HelpList, helpTopics } from '@atrium/contract/help'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../platform/telemetry.ts'
import { discover } from '../records/discover.ts'
import { testApp } from '../test-app.ts'
import { helpArticles } from './help-routes.ts'
import { helpIn, parseHelp } from './knowledge/help.ts'
import { moduleHelp } from './knowledge/module-help.ts'

const modules = await discover(fileURLToPath(new URL('../../modules', import.meta.url)), silentLog)
const articles = helpArticles(modules, 'en')
const routes = modules.flatMap(({ module }) => module.route ?? [])

/** Without what stands behind the path, which a page reads itself. */
const pathOf = (link: string) => link.replace(/[?#].*$/u, '')
const linksIn = (body: string) => [...body.matchAll(/\]\((\/[^)\s]*)\)/gu)].map(([, link = '']) => link)

describe('the articles of the help', () => {
  test('lead to pages that are there', () => {
    const nowhere = articles.flatMap(({ key, link, body }) =>
      [link, ...linksIn(body)].filter((each) => !isAppPath(pathOf(each), routes)).map((each) => `${key}: ${each}`),
    )
    expect(nowhere).toEqual([])
  })

  test('cover every page of the settings', () => {
    const source = readFileSync(new URL('../../web/src/settings/sections.ts', import.meta.url), 'utf8')
    const sections = [...source.matchAll(/\{ key: '(\w+)'/g)].map(([, key]) => key)
    expect(sections.length).toBeGreaterThan(10)
    const covered = new Set(articles.map(({ link }) => link))
    expect(sections.filter((key) => !covered.has(`/settings/${key}`))).toEqual([])
  })

  test('cover every part of the admin console', () => {
    const source = readFileSync(new URL('../../web/src/admin/admin-page.tsx', import.meta.url), 'utf8')
    const parts = [...source.matchAll(/case '(\w+)'/g)].map(([, part]) => part)
    expect(parts.length).toBeGreaterThan(3)
    const covered = new Set(articles.map(({ link }) => link))
    expect(parts.filter((part) => !covered.has(`/admin?part=${part}`))).toEqual([])
  })

  test('cover every module that is installed, with its own text', () => {
    expect(modules.length).toBeGreaterThan(5)
    for (const { module } of modules) {
      const article = articles.find(({ key }) => key === `module-${module.id}`)
      expect(article, module.id).toMatchObject({ topic: 'modules', title: module.title, link: module.route })
      expect(article?.asks.length, module.id).toBeGreaterThan(5)
      expect(article?.body.length, module.id).toBeGreaterThan(1_000)
      expect(article?.body, module.id).not.toMatch(/^---|^asks:|^# /mu)
    }
  })

  test('share no way of asking, and no name', () => {
    const seen = new Map<string, string>()
    const twice: string[] = []
    for (const { key, asks } of articles)
      for (const ask of asks.map((one) => one.toLowerCase())) {
        const before = seen.get(ask)
        if (before !== undefined) twice.push(`“${ask}”: ${before} and ${key}`)
        seen.set(ask, key)
      }
    expect(twice).toEqual([])
    expect(new Set(articles.map(({ key }) => key)).size).toBe(articles.length)
    expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length)
  })

  test('are about every topic', () => {
    expect(new Set(articles.map(({ topic }) => topic))).toEqual(new Set(helpTopics))
  })

  test('name only labels that the screens have', () => {
    const strange = helpIn('en').flatMap(({ key, body }) =>
      [...body.matchAll(/\*\*([^*]+)\*\*/gu)]
        .flatMap(([, label = '']) => label.split(/ → | \/ /u))
        .filter((label) => !known.has(bare(label)) && !ofOthers.has(label))
        .map((label) => `${key}: ${label}`),
    )
    expect(strange).toEqual([])
  })

  test('a page without its front matter is a mistake of the product', () => {
    expect(() => parseHelp('x', '---\ntitle: X\nlink: /\n---\nText')).toThrow('The help page x needs')
    expect(() => parseHelp('x', '---\ntitle: X\ntopic: nothing\nlink: /\nasks: a\n---\nText')).toThrow()
  })
})

/** Bold, and not of our screens: keys, and what other programs call things. */
const ofOthers = new Set([
  'Enter',
  'Shift+Enter',
  'Ctrl or ⌘+K',
  '?',
  '/',
  '2/3',
  '/m',
  'Add to Home Screen',
  'Add to Home screen',
  'Install app',
])

/** As two writings of one label are alike: whatever stands in its gap, without the dots at its end. */
const bare = (label: string): string =>
  label
    .replace(/\{\{\w+\}\}/gu, '…')
    .replace(/[\s….:]+$/u, '')
    .toLowerCase()

const sentencesIn = (tree: unknown): string[] =>
  typeof tree === 'string' ? [tree] : Object.values((tree ?? {}) as object).flatMap(sentencesIn)
const known = new Set(sentencesIn(labels()).map(bare))

/** Every sentence of the screens in English: of the core, the modules and the catalogue. */
function labels(): unknown[] {
  const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as unknown
  const core = ['core', 'chat', 'settings', 'teams', 'sharing', 'webhooks', 'notifications', 'auth', 'commands']
  const more = ['approvals', 'admin', 'activity', 'spaces', 'mobile', 'kit', 'entries', 'workforce', 'seats', 'help']
  return [
    ...[...core, ...more].map((name) => read(`web/src/i18n/locales/en/${name}.json`)),
    ...modules.flatMap(({ module }) => [module.title, read(`modules/${module.id}/texts/en.json`)]),
  ]
}

describe('the help of a module', () => {
  const [first] = modules as [(typeof modules)[number]]
  const written = (files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'help-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return (language: string): HelpArticle => moduleHelp({ module: first.module, folder }, language)
  }

  test('is told in another language where somebody has translated it, and in English elsewhere', () => {
    const help = written({
      'help.md': '# Title\n\nIn English.',
      'help.de.md': '---\nasks: wie geht das\n---\nAuf Deutsch.',
    })
    expect(help('de')).toMatchObject({ language: 'de', body: expect.stringContaining('Auf Deutsch.') })
    expect(help('de').asks).toContain('wie geht das')
    expect(help('fr')).toMatchObject({ language: 'en', body: expect.stringContaining('In English.') })
  })

  test('is what it declares where it has written none', () => {
    expect(written({})('en').body).toContain(first.module.summary)
    expect(moduleHelp({ module: first.module, folder: null }, 'en').body).toContain(first.module.summary)
  })
})

describe('over HTTP', async () => {
  const app = await testApp()
  const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })

  test('a visitor lists and reads them', async () => {
    const answer = await get('/api/help')
    expect(answer.status).toBe(200)
    const list = HelpList.parse(await answer.json())
    expect(list.articles.length).toBeGreaterThan(60)
    const article = HelpArticleSchema.parse(await (await get('/api/help/two-factor')).json())
    expect(article).toMatchObject({ link: '/settings/security', language: 'en' })
    expect(article.body).toContain('recovery codes')
  })

  test('who has an answer is not sent it again', async () => {
    for (const path of ['/api/help', '/api/help/passkeys']) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect(etag).not.toBe('')
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    }
  })

  test('the list is sent compressed', async () => {
    expect((await get('/api/help', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br')
  })

  test('a name that there is not is refused in a sentence', async () => {
    const answer = await get('/api/help/nothing')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Not found')
  })

  test('a language without translations is told in English, with the titles of modules in its own', async () => {
    const article = HelpArticleSchema.parse(
      await (await get('/api/help/module-tasks', { 'accept-language': 'de' })).json(),
    )
    expect(article.language).toBe('en')
  })
})
