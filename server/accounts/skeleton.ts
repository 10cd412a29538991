import { readFileSync } from 'node:fs'

const DATA = new URL('./confusables.txt', import.meta.url)

let known: ReadonlyMap<string, string> | undefined

const character = (hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))

/** Read with the first name that is looked at. */
const prototypes = (): ReadonlyMap<string, string> =>
  (known ??= new Map(
    readFileSync(DATA, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [source = '', target = ''] = line.split(';')
        return [character(source), target.split(' ').map(character).join('')]
      }),
  ))

/**
 * What a name looks like (UTS 39, section 4): two names of one skeleton are taken for each other, such as “coco” and the Cyrillic “сосо”,
 * or “b0b” and “bob”. Without regard to capitals, which names have none of, and an i is one with and without a dot of its own.
 */
export function skeletonOf(name: string): string {
  const shown = name.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const drawn = Array.from(shown, (one) => prototypes().get(one) ?? one).join('')
  return drawn.normalize('NFD').toLowerCase().replaceAll('i\u0307', 'i')
}
