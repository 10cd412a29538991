// npm run new:module <name>: a folder in modules/ whose page opens, whose assistant knows it, and whose tests pass.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bin, root } from './setup.mjs'

const patterns = join(root, 'scripts/new-module')

/** Where a pattern's file goes: the test is called after the module, its words lie by language. */
const placeOf = (pattern, id) =>
  pattern
    .replace(/\.txt$/, '')
    .replace(/^module\.test\.ts$/, `${id}.test.ts`)
    .replace(/^en\.json$/, 'texts/en.json')
    .replace(/^texts\.ts$/, 'web/texts.ts')

/** Makes the module `id` in `folder` and answers its files. Throws a sentence when that cannot be. */
export function makeModule(id, folder = join(root, 'modules')) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.length > 32)
    throw new Error('A module’s name is lower-case letters, digits and dashes, at most 32: reading-list.')
  const place = join(folder, id)
  if (existsSync(place)) throw new Error(`There is ${place} already. Choose another name.`)
  const words = id.split('-')
  const upper = (word) => word.charAt(0).toUpperCase() + word.slice(1)
  const values = {
    __ID__: id,
    __LOWER__: words.join(' '),
    __TITLE__: upper(words.join(' ')),
    __PAGE__: `${words.map(upper).join('')}Page`,
  }
  const files = readdirSync(patterns).map((pattern) => {
    const path = join(place, placeOf(pattern, id))
    const text = readFileSync(join(patterns, pattern), 'utf8')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      path,
      text.replace(/__[A-Z]+__/g, (name) => values[name] ?? name),
    )
    return path
  })
  // How long its lines are depends on its name.
  execFileSync(bin('biome'), ['check', '--write', '--vcs-enabled=false', place], {
    cwd: root,
    stdio: 'pipe',
    shell: process.platform === 'win32',
  })
  return files
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [id] = process.argv.slice(2)
  try {
    if (!id) throw new Error('Say what it is called: npm run new:module reading-list')
    for (const path of makeModule(id)) console.log(relative(root, path))
    console.log(
      `\nIts page is at /${id} (npm run dev), its tests run with:\nnpm run test:unit modules/${id}\nnpm run test:web modules/${id}`,
    )
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
