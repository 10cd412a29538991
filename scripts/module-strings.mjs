// What the modules' texts lack: `node scripts/module-strings.mjs de` lists it, `node scripts/module-strings.mjs` counts it for all.
// What a file lacks is shown in English. The test beside this file fails on broken placeholders and on what nobody asks for any more.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { languageCodes } from '../contract/catalogue/language-codes.ts'
import { wordsOf } from '../contract/module-words.ts'
import { flat, problemsBetween } from './strings.mjs'

const folder = fileURLToPath(new URL('../modules', import.meta.url))

/** Languages in which a module's whole page speaks; in the others its titles and fields do. */
export const whole = ['es', 'zh-Hans', 'de', 'fr', 'pt-BR', 'ar', 'ja']
/** Modules whose new strings are on their way: what is missing there is shown in English, and not held by the test. */
export const unfinished = []

export const modules = readdirSync(folder)
  .filter((id) => existsSync(join(folder, id, 'texts', 'en.json')))
  .sort()
export const languages = languageCodes.filter((code) => code !== 'en')

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

/** All that a module says in English, by path: its texts, and below `module` what its declaration says. */
export async function englishOf(id) {
  const { default: module } = await import(pathToFileURL(join(folder, id, 'module.ts')).href)
  return flat({ ...read(join(folder, id, 'texts', 'en.json')), module: wordsOf(module) })
}

export const textsOf = (id, language) => flat(read(join(folder, id, 'texts', `${language}.json`)))

/** What every language has: titles, fields and what notifications are called. */
const isName = (path) => /^module\.(?:title|summary|fields|options|notifications)\b/.test(path)

/**
 * What is wrong with a module's texts in a language, a sentence each. A language that has some of its page has all of it; a module
 * without any file of the language is shown in English.
 */
export async function moduleProblems(id, language) {
  const own = textsOf(id, language)
  if (own.size === 0) return []
  const isWhole = whole.includes(language) || [...own.keys()].some((path) => !path.startsWith('module.'))
  return problemsBetween(await englishOf(id), own, language, `modules/${id}`, {
    isTold: (path) => isWhole || isName(path),
    // A word may be the same in two languages; a sentence is not.
    isEnglish: (_, __, ___, text) =>
      text
        .replace(/\{+\w+\}+|[^\p{L}\s]/gu, '')
        .trim()
        .split(/\s+/).length < 4,
  })
}

/** Parts of the kit that speak the words of the module whose page they stand on. */
const SPEAKING = { ConnectDevice: ['connect-device.tsx', 'copy-field.tsx'], CopyField: ['copy-field.tsx'] }
const records = fileURLToPath(new URL('../web/src/records', import.meta.url))

/** The strings of a module that its code never names. A key may be made of a beginning and a value: `status.${status}`. */
export function unusedOf(id) {
  const own = readdirSync(join(folder, id), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => readFileSync(join(folder, id, name), 'utf8'))
    .join('\n')
  const spoken = Object.entries(SPEAKING).flatMap(([part, files]) => (own.includes(`<${part}`) ? files : []))
  const sources = [own, ...spoken.map((name) => readFileSync(join(records, name), 'utf8'))].join('\n')
  const isUsed = (key) => {
    const parents = key.split('.').slice(0, -1)
    return (
      sources.includes(`'${key}'`) ||
      parents.some((_, at) => sources.includes(`\`${parents.slice(0, at + 1).join('.')}.\${`))
    )
  }
  const named = (path) => path.replace(/^server\./, '').replace(/_(?:zero|one|two|few|many|other)$/, '')
  return [...textsOf(id, 'en').keys()].filter((path) => !isUsed(named(path)) && !isMade(named(path), sources))
}

/** `${which}Empty` */
const isMade = (key, sources) => [...sources.matchAll(/`\$\{\w+\}([A-Z]\w+)`/g)].some(([, end]) => key.endsWith(end))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [language, ...only] = process.argv.slice(2)
  for (const one of language ? [language] : languages) {
    const problems = []
    for (const id of only.length > 0 ? only : modules) {
      if (textsOf(id, one).size === 0) problems.push(`modules/${id}/texts/${one}.json is missing`)
      problems.push(...(await moduleProblems(id, one)))
    }
    process.stdout.write(language ? problems.map((line) => `${line}\n`).join('') : '')
    process.stdout.write(`${one}: ${problems.length === 0 ? 'complete' : `${problems.length} to do`}\n`)
  }
}
