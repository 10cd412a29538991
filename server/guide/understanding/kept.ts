import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { type Learned, type Taught, teach } from './classifier.ts'

/** Changed with what is learned of a sentence (`features.ts`, `classifier.ts`) or how it is kept. */
const VERSION = 5
const folder = fileURLToPath(new URL('../../../.cache/guide/', import.meta.url))

/**
 * What is learned from sentences, by what they are made of (`source`): read where it was learned before, by the build or another process, else learned and kept. Where
 * nothing can be kept, it is learned each time.
 */
export async function learned(
  name: string,
  source: unknown,
  sentences: () => readonly Taught[],
  meanings: number,
): Promise<Learned> {
  const told = createHash('sha256')
    .update(JSON.stringify([VERSION, process.version, meanings, source]))
    .digest('hex')
  const file = `${folder}${name}-${told.slice(0, 16)}`
  const known = await readFile(file).catch(() => null)
  if (known) {
    try {
      return deserialize(known) as Learned
    } catch {
      // Cut off while it was written: it is learned anew.
    }
  }
  const model = await teach(sentences(), meanings)
  await keep(name, file, model).catch(() => undefined)
  return model
}

/** Of one language: with other modules something else is learned. */
const KEPT = 24

async function keep(name: string, file: string, model: Learned): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, serialize(model))
  await rename(draft, file)
  const own = (await readdir(folder)).filter((one) => one.startsWith(`${name}-`) && !one.includes('.'))
  const dated = await Promise.all(own.map(async (one) => ({ one, at: (await stat(`${folder}${one}`)).mtimeMs })))
  const old = dated.sort((a, b) => b.at - a.at).slice(KEPT)
  await Promise.all(old.map(({ one }) => rm(`${folder}${one}`, { force: true })))
}
