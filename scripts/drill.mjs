// npm run drill [name …]: lists the drills, or runs one with what follows its name. Drills are what takes too long, or
// depends too much on the machine, for npm test. Each is a file e2e/drills/NAME.ts: the first sentence of its comment says
// what it proves and stands in the list, the comment goes on with how it is called, and it ends with an exit code. One
// that says "Needs Chromium." or "Needs the client." in that comment finds it built.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium, ensurePackages, ensureWeb, node24, root, run } from './setup.mjs'

const folder = join(root, 'e2e', 'drills')
const files = new Map(
  readdirSync(folder)
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => [file.replace(/\.\w+$/, ''), join(folder, file)]),
)
/** The comment at the top of a drill. */
const headOf = (file) =>
  readFileSync(file, 'utf8')
    .split(/^(?!\/\/)/m)[0]
    .replace(/^\/\/ ?/gm, '')
/** Its first sentence, which may go over several lines. */
const purposeOf = (file) =>
  headOf(file)
    .split('\n\n')[0]
    .replace(/\n/g, ' ')
    .replace(/\s*Needs .*/, '')
    .trim()

const [name, ...rest] = process.argv.slice(2)
const file = files.get(name)
if (file === undefined) {
  if (name !== undefined) console.error(`There is no drill "${name}".`)
  for (const [each, path] of files) console.log(`npm run drill ${each}\n    ${purposeOf(path)}`)
  process.exit(name === undefined ? 0 : 1)
}
const head = headOf(file)
ensurePackages()
if (/Needs (Chromium|the client)\./.test(head)) ensureWeb()
if (/Needs Chromium\./.test(head)) process.env.CHROMIUM_PATH = ensureChromium() ?? ''
process.exit(run(node24, ['--no-warnings', file, ...rest]))
