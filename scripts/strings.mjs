// What a language still lacks: `node scripts/strings.mjs de` lists it, `node scripts/strings.mjs` counts it for all.
// `node scripts/strings.mjs --sentences` takes the server's new sentences into locales/en/sentences.json.
// `node scripts/module-strings.mjs de` does the same for the modules' texts.
// The test beside this file fails on each of these.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../web/src/i18n', import.meta.url))
const locales = join(folder, 'locales')

/** Languages whose strings are on their way: shown in English where they lack one, and not held by the tests yet. */
export const unfinished = []
export const unfinishedFurther = []

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null)

/** The files of strings, one a namespace, without their ending. English has them all. */
export const namespaces = readdirSync(join(locales, 'en'))
  .map((name) => name.replace(/\.json$/, ''))
  .sort()

/** What the server says and the catalogue holds: the key is the English text. */
const keyedByEnglish = new Set(['sentences', 'catalogue'])

/** The strings of a tree by their paths. */
export function flat(tree) {
  const found = new Map()
  const walk = (value, path) => {
    if (value !== null && typeof value === 'object')
      for (const [key, one] of Object.entries(value)) walk(one, path ? `${path}.${key}` : key)
    else found.set(path, value)
  }
  walk(tree, '')
  return found
}

/** Every string of a file by its path: { 'profile.title': 'Profile' }. Null when there is no such file. */
export function stringsOf(language, namespace) {
  const tree = read(join(locales, language, `${namespace}.json`))
  if (!tree) return null
  // Keyed by themselves, dots and all.
  return keyedByEnglish.has(namespace) ? new Map(Object.entries(tree)) : flat(tree)
}

const PLURAL = /_(zero|one|two|few|many|other)$/
/** The plural forms that a language has for whole numbers up to the millions. */
export const formsOf = (language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories

/** The paths that a language must have where English has these. */
function expected(english, language) {
  const paths = new Map()
  for (const [path, text] of english) {
    // i18next takes `_zero` for nought in every language.
    if (!PLURAL.test(path) || path.endsWith('_zero') || !english.has(path.replace(PLURAL, '_other')))
      paths.set(path, text)
    else if (path.endsWith('_other'))
      for (const form of formsOf(language)) paths.set(path.replace(PLURAL, `_${form}`), text)
  }
  return paths
}

/** `{{count}}` of texts, `{title}` of what an action tells, marks of emphasis, the numbers of a sentence. */
const marks = (text) => [...new Set(text.match(/\{\{\s*[\w.]+\s*\}\}|\{\w+\}|<\/?\w+>|#/g) ?? [])].sort()

/** What may read as in English: names, and words that a language really shares. By language, `*` for all. */
const same = read(join(folder, 'same-as-english.json')) ?? {}
const maySame = (language, namespace, path) =>
  [...(same['*'] ?? []), ...(same[language] ?? [])].some(
    (one) => one === `${namespace}:${path}` || one === `${namespace}:*`,
  )

/** { term: { as, forms } }: how a language calls our terms; `forms` are the stems by which a test finds them in its strings. */
export const glossaryOf = (language) => read(join(folder, 'glossary', `${language}.json`))
const terms = read(join(folder, 'glossary', 'en.json')) ?? {}

function consistency(language, namespace, path, english, text) {
  const glossary = glossaryOf(language) ?? {}
  return Object.entries(terms).flatMap(([term, { pattern }]) => {
    const entry = glossary[term]
    if (!entry || !new RegExp(pattern, 'u').test(english.replace(/\{\{.*?\}\}/g, ''))) return []
    if ((entry.except ?? []).includes(`${namespace}:${path.replace(PLURAL, '')}`)) return []
    const folded = text.toLocaleLowerCase(language)
    if (entry.forms.some((form) => folded.includes(form.toLocaleLowerCase(language)))) return []
    return [`${namespace}:${path} does not say “${entry.as}” for “${term}”: ${text}`]
  })
}

/** What is wrong with strings beside the English ones, a sentence each. `isTold`: whether a missing one is told of. */
export function problemsBetween(english, own, language, namespace, { isTold = () => true, isEnglish = maySame } = {}) {
  const wanted = expected(english, language)
  const problems = []
  for (const [path, source] of wanted) {
    const text = own.get(path)
    if (typeof text !== 'string' || !text.trim()) {
      if (isTold(path)) problems.push(`${namespace}:${path} is missing: ${source}`)
      continue
    }
    const isForm = PLURAL.test(path) && !path.endsWith('_other')
    const [given, needed] = [marks(text), marks(source)].map((list) =>
      list.filter((mark) => !(isForm && mark === '{{count}}')),
    )
    if (given.join() !== needed.join())
      problems.push(`${namespace}:${path} must have ${needed.join(' ') || 'no placeholder'}: ${text}`)
    if (
      text === source &&
      /\p{L}{2}/u.test(source.replace(/\{\{.*?\}\}/g, '')) &&
      !isEnglish(language, namespace, path, text)
    )
      problems.push(`${namespace}:${path} is English: ${text}`)
    if (/^\s|\s$/.test(text) !== /^\s|\s$/.test(source))
      problems.push(`${namespace}:${path} begins or ends with a space: “${text}”`)
    problems.push(...consistency(language, namespace, path, source, text))
  }
  for (const path of own.keys())
    if (!wanted.has(path)) problems.push(`${namespace}:${path} is not in English (any more)`)
  return problems
}

/** What is wrong with one namespace of a language, a sentence each. */
export function problemsOf(language, namespace) {
  const english = stringsOf('en', namespace)
  const own = stringsOf(language, namespace)
  if (!own) return [`locales/${language}/${namespace}.json is missing (${english.size} strings)`]
  return problemsBetween(english, own, language, namespace)
}

const source = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const codeIn = (path, deep, except = /test|node_modules/) =>
  readdirSync(source(path), { recursive: deep, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !except.test(name))
    .map((name) => readFileSync(join(source(path), name), 'utf8').replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, ''))

const LITERAL = /'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"/
/** characters; what is longer is told to models */
const LONGEST = 200
const isSentence = (text) => text.length <= LONGEST && !/[<[]/.test(text) && /^[\p{Lu}‘“].* .*[.?…]$/su.test(text)
const asKey = (text) => text.replace(/\\(.)/g, '$1').replace(/\d+(?:[.,]\d+)*/g, '#')

/**
 * The whole sentences that a person may get from the server, as keys: those of refusals, and those of the schemas that
 * server and browser share; and what seats say.
 */
export function sentencesInSource() {
  const literals = (code) => [...code.matchAll(new RegExp(LITERAL, 'g'))].map(([, single, double]) => single ?? double)
  const specified = literals(readFileSync(source('contract/sentences.ts'), 'utf8')).filter((text) =>
    /^\p{Lu}/u.test(text),
  )
  const refusing = ['server', 'modules']
    .flatMap((path) => codeIn(path, true))
    .filter((code) => code.includes('AppError('))
    .map((code) => code.replace(/^.*(?:summary|description:|text:|log\.).*$/gm, ''))
  // What seats tell of themselves and their work; what a model is told is read by nobody.
  const telling = codeIn('server/seats', false, /test|model-tools/).map((code) =>
    code.replace(/^.*new Error\(.*$/gm, ''),
  )
  // What the OpenAPI document says is for those who write programs.
  const agreed = codeIn('contract', false, /test|-described/).map((code) => code.replace(/^.*description:.*$/gm, ''))
  const sentences = [...agreed, ...refusing, ...telling].flatMap(literals).filter(isSentence)
  return [...new Set([...specified, ...sentences].map(asKey))].sort()
}

/** Sentences that no single literal of the source holds. */
const PUT_TOGETHER = [
  'A message has at most # characters. Attach longer text as a file.',
  'A webhook was switched off',
  'Network error',
  'Not found',
  'Somebody commented on something',
  'Somebody shared something with you',
  'Somebody used a link of yours',
  'Unauthorized',
  'It cannot be read.',
  'It is no conversation of ChatGPT or Claude.',
  'It is not valid JSON.',
  'Passkeys need a name in the address: open http://localhost:# to use them.',
  'That file is too large: at most # MB.',
  'That is too large: at most # MB can be sent here.',
  'That was a lot at once. Please try again in # second.',
  'That was a lot at once. Please try again in # seconds.',
  'There are # comments here already. Remove some first.',
  'There are # links already. Remove some that nobody needs.',
  'A comment has at most # characters.',
  'This kind of file may have at most # MB.',
  'Too many attempts. Please try again in # minute.',
  'Too many attempts. Please try again in # minutes.',
  'Your archive is ready',
  'Your archive was imported',
]

/** What the catalogue calls and tells of Spaces and personas. */
export async function textsInCatalogue() {
  const [{ spaces }, { personas }] = await Promise.all([
    import('../contract/catalogue/spaces.ts'),
    import('../contract/catalogue/personas.ts'),
  ])
  const texts = [
    ...spaces.flatMap(({ title, blurb, shortDescription }) => [title, blurb, shortDescription]),
    ...personas.flatMap(({ name, description }) => [name, description]),
  ]
  return [...new Set(texts.map(asKey))].sort()
}

/** Everything in the files that the source says, and what was put there by hand. */
async function takeSentences() {
  const write = (name, keys) =>
    writeFileSync(
      join(locales, 'en', `${name}.json`),
      `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, key])), null, 2)}\n`,
    )
  write('catalogue', await textsInCatalogue())
  write('sentences', [...new Set([...sentencesInSource(), ...PUT_TOGETHER])].sort())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === '--sentences') {
    await takeSentences()
    process.exit()
  }
  const [language, ...only] = process.argv.slice(2)
  const all = readdirSync(locales).filter((name) => name !== 'en')
  for (const one of language ? [language] : all) {
    const problems = (only.length > 0 ? only : namespaces).flatMap((namespace) => problemsOf(one, namespace))
    process.stdout.write(language ? problems.map((line) => `${line}\n`).join('') : '')
    process.stdout.write(`${one}: ${problems.length === 0 ? 'complete' : `${problems.length} to do`}\n`)
  }
}
