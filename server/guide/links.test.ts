import { readdir, readFile } from 'node:fs/promises'
import { isAppPath } from '@atrium/contract/catalogue/app-paths'
import { personas } from '@atrium/contract/catalogue/personas'
import { spaces } from '@atrium/contract/catalogue/spaces'
import { describe, expect, test } from 'vitest'
import { helpPages } from './knowledge/help.ts'
import { modules, world } from './test-context.ts'

const pages = modules.flatMap(({ route }) => route ?? [])
/** What stands behind the path is the page's own to read. */
const opens = (link: string): boolean =>
  // What is offered is said when it is pressed.
  /^#meant=[\w.-]+$/u.test(link) ||
  isAppPath(link.replace(/[?#].*$/u, ''), pages) ||
  /^https:\/\/findahelpline\.com$/u.test(link)

const linksIn = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\((?<link>[^)\s]+)\)/gu)].map(({ groups }) => groups?.link as string)

const { ask } = world()

describe('every link that the Guide gives', () => {
  test('in an answer opens a page of the route table or of an installed module', async () => {
    const help = await helpPages()
    const questions = [
      'what can you do?',
      'show me your capabilities',
      'how does this work?',
      'what spaces are there?',
      'list the modules',
      'show me the personas',
      'which commands are there',
      'open my profile',
      'where are my settings',
      'add a task buy milk',
      'show my tasks',
      'invoice Bob 200',
      'jot down an idea',
      'zxcv qwerty',
      ...help.flatMap(({ title, asks }) => [title, ...asks]),
      ...spaces.map(({ title }) => `where is the ${title} space?`),
      ...personas.map(({ name }) => `what is the ${name} persona`),
      ...modules.flatMap(({ title, triggers }) => [`open ${title}`, ...triggers, `what is ${title} for`]),
    ]
    const given = new Set<string>()
    for (const question of questions)
      for (const link of linksIn((await ask(question, { canConfigure: true })).markdown)) given.add(link)
    expect(given.size).toBeGreaterThan(spaces.length)
    expect([...given].filter((link) => !opens(link))).toEqual([])
  })

  test('in a help page is a page, and so is every link in its text', async () => {
    for (const { key, link, body } of await helpPages())
      for (const each of [link, ...linksIn(body)]) expect([key, each, opens(each)]).toEqual([key, each, true])
  })

  test('written into the program is one of them', async () => {
    const folder = new URL('./', import.meta.url)
    const names = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/u.test(name))
    for (const name of names) {
      const source = await readFile(new URL(name, folder), 'utf8')
      for (const [, link] of source.matchAll(/\]\((\/[\w/-]*)\)|link: '(\/[\w/-]*)'/gu))
        if (link) expect([name, link, opens(link)]).toEqual([name, link, true])
    }
  })
})
