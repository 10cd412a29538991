import { type Alignment, align } from './align.ts'
import { classifierOf, type Taught } from './classifier.ts'
import { type Example, type Piece, piecesOf } from './example.ts'
import { featuresOf } from './features.ts'
import { learned } from './kept.ts'
import { createLexicon, type Likeness } from './lexicon.ts'
import { weights as cost } from './weights.ts'
import { type Word, wordsOf } from './words.ts'

/** What can be meant: its sentences in one language, with slots in braces. */
export interface Meant {
  id: string
  examples: readonly string[]
  /** What stands for a slot where sentences are compared as a whole: `DATE`, `MONEY`, `TEXT`. */
  tokenOf(slot: string): string
}

export interface Matched<M extends Meant = Meant> {
  meant: M
  example: Example
  /** 1 where what the example says was said and nothing else. */
  aligned: number
  /** Among everything that can be meant, by the words of all examples together. */
  likely: number
  /** How likely it is that nothing of it is meant. */
  none: number
  coverage: number
  /** What part of the weight of what was said the example does not say. */
  left: number
  /** Words of the sentence. */
  words: number
  /** What part of them the slots take. */
  taken: number
  /** The text that each slot takes. */
  captured: Readonly<Record<string, string>>
  /** What the words of the example weigh. */
  weights: readonly number[]
  /** Where in the sentence, from and to. */
  places: Readonly<Record<string, readonly [number, number]>>
}

/** How the slots of what is meant are told. */
export interface Slots<M extends Meant = Meant> {
  /** The index of the word after a value that begins at a word; null where none begins there, `text` where any words serve. */
  valueAt(meant: M, slot: string, words: readonly Word[], at: number): number | null | 'text'
  /** What it costs that nothing was said for it; words of small weight make 0.25, a rare one 3 to 7. */
  unsaid(meant: M, slot: string): number
}

/** Examples that are laid along a sentence: those that share most with it. */
const TRIED = 60
/** What part of an example's weight a sentence has to share for it to be tried. */
const LEAST_SHARED = 0.35
/** How many meanings are looked at because they are likely by their words alone, and how many examples of each. */
const FAVOURITES = 5
const OF_EACH = 12
/** How likely something has to be for its examples to be tried of which no word says anything, and how many of them. */
const LIKELY = 0.3
const OF_LIGHT = 6

/** The small words of a language. */
export interface Manners {
  /** Words that carry nothing: `please`, `hey`, `bitte`. */
  courtesy: ReadonlySet<string>
  /** Words that join a request to what it is about, no part of it: `called`, `to`, `:`. */
  joiners: ReadonlySet<string>
  /** Words that ask: `who`. What is to be written down begins with none. */
  questions: ReadonlySet<string>
  /** Words that ask for the same: `add` and `create`. */
  alike: ReadonlyMap<string, readonly string[]>
}

/** A value in the sentence, and what stands for it where sentences are compared as a whole. */
export interface Value {
  from: number
  to: number
  token: string
}

export interface Matcher<M extends Meant = Meant> {
  /** What a sentence can mean, the likeliest first, each once. */
  match(sentence: string, slots: Slots<M>, values?: readonly Value[]): Matched<M>[]
  size: { examples: number; words: number }
  /** What part of a sentence's words stands in its examples. */
  knows(sentence: string): number
}

/**
 * Knows sentences by their examples. A word weighs the more the fewer things it stands for; what was said and stands in no example
 * weighs as much as the rarest word, so that a sentence about something else is like none. `name`: under which what is learned is kept;
 * `none`: sentences that mean none of it.
 */
export async function createMatcher<M extends Meant>(
  name: string,
  all: readonly M[],
  none: readonly string[],
  { courtesy, joiners, questions, alike }: Manners,
): Promise<Matcher<M>> {
  const examples = all.flatMap((meant, intent) =>
    meant.examples.map((source): Example => ({ intent, source, pieces: piecesOf(source) })),
  )
  const weigh = weights(examples, all.length, courtesy)
  const lexicon = createLexicon(weigh.words(), alike)
  const byWord = new Map<string, number[]>()
  const totals = examples.map(({ pieces }) => totalOf(pieces, weigh.of))
  for (const [at, { pieces }] of examples.entries())
    for (const word of new Set(pieces.flatMap((piece) => ('word' in piece ? [piece.word] : [])))) {
      const those = byWord.get(word)
      if (those) those.push(at)
      else byWord.set(word, [at])
    }

  const source = [examples.map((example) => [example.intent, example.source, kindsOf(example, all)]), none]
  const sentences = () => [
    ...taught(examples, all),
    ...none.map((said) => ({ of: all.length, features: featuresOf(keysOf(said), []) })),
  ]
  const classifier = classifierOf(await learned(name, source, sentences, all.length + 1))
  const byMeaning = Map.groupBy(examples.keys(), (at) => (examples[at] as Example).intent)
  /** Words by which requests begin. */
  const openers = new Set(
    examples.flatMap(({ pieces }) => {
      const first = pieces.find((piece) => 'slot' in piece || !courtesy.has(piece.word))
      return first && 'word' in first ? [first.word] : []
    }),
  )

  /** What it costs that free text begins with this word. */
  const ofOpening = (words: readonly Word[], from: number, isFirst: boolean): number => {
    const [first, second] = [words[from]?.key ?? '', words[from + 1]?.key ?? '']
    if (isFirst && openers.has(first)) return cost.opener
    return questions.has(courtesy.has(first) && second !== '' ? second : first) ? cost.asking : 0
  }

  /** Of each meaning the examples of which no word says anything. */
  const lightOf = Map.groupBy(
    [...examples.keys()].filter((at) => (totals[at] as number) > 0 && (totals[at] as number) < 1),
    (at) => (examples[at] as Example).intent,
  )
  const shared = new Float32Array(examples.length)

  /** The examples that share most of their weight with the sentence, and of what is likeliest by all words the nearest. */
  function candidates(likes: readonly (readonly Likeness[])[], likely: Float32Array): number[] {
    shared.fill(0)
    const taken = new Map<string, number>()
    for (const some of likes) for (const { word, by } of some) taken.set(word, Math.max(taken.get(word) ?? 0, by))
    for (const [word, by] of taken) {
      const worth = by * weigh.of(word)
      for (const at of byWord.get(word) ?? []) shared[at] = (shared[at] as number) + worth
    }
    const part = (at: number) => (shared[at] as number) / ((totals[at] as number) + 0.5)
    const nearest = (some: Iterable<number>, most: number) =>
      [...some]
        .map((at) => [at, part(at)] as const)
        .sort((a, b) => b[1] - a[1])
        .slice(0, most)
        .map(([at]) => at)
    const near: number[] = []
    for (let at = 0; at < shared.length; at++) if ((shared[at] as number) > 0 && part(at) > LEAST_SHARED) near.push(at)
    const favourites = [...all.keys()]
      .filter((at) => (likely[at] as number) > 0.05)
      .sort((a, b) => (likely[b] as number) - (likely[a] as number))
      .slice(0, FAVOURITES)
    const light = favourites.flatMap((at) =>
      (likely[at] as number) < LIKELY
        ? []
        : (lightOf.get(at) ?? [])
            .toSorted(
              (a, b) => (shared[b] as number) / (totals[b] as number) - (shared[a] as number) / (totals[a] as number),
            )
            .slice(0, OF_LIGHT),
    )
    return [...nearest(near, TRIED), ...favourites.flatMap((at) => nearest(byMeaning.get(at) ?? [], OF_EACH)), ...light]
  }

  return {
    size: { examples: examples.length, words: byWord.size },
    knows(sentence) {
      const words = wordsOf(sentence).filter(({ key }) => !/^\p{N}/u.test(key))
      const known = words.filter(({ key }) => byWord.has(key) || courtesy.has(key) || joiners.has(key))
      return words.length > 0 ? known.length / words.length : 0
    },
    match(sentence, { valueAt, unsaid }, values = []) {
      const words = wordsOf(sentence)
      const likes = words.map(({ key }) => lexicon.like(key))
      const kinds = [...new Set(values.map(({ token }) => token))]
      const likely = classifier.likely(
        featuresOf(
          words.map(({ key }) => key),
          kinds,
        ),
      )
      const none = likely[all.length] as number
      for (const at of all.keys()) likely[at] = (likely[at] as number) / Math.max(1 - none, 1e-6)
      const left = words.map(({ key }, at) => {
        if (courtesy.has(key) || joiners.has(key)) return cost.light
        const [like] = likes[at] ?? []
        return like ? Math.max(cost.light, weigh.of(like.word) * cost.left) : weigh.rarest * cost.strange
      })
      const whole = left.reduce((sum, one) => sum + one, 0)
      const begins = words.findIndex(({ key }) => !courtesy.has(key))
      const best = new Map<number, Matched<M>>()
      for (const at of new Set(candidates(likes, likely))) {
        const example = examples[at] as Example
        // No word of it says anything: “i need to {title}” is laid along where all words together speak for it.
        if ((totals[at] as number) < 1 && (likely[example.intent] as number) < LIKELY) continue
        const meant = all[example.intent] as M
        const isLight = (totals[at] as number) < 1
        const found = align(words, example.pieces, {
          ofPiece: weigh.of,
          ofLeft: (index) => left[index] as number,
          likeness: (index, word) => likes[index]?.find((like) => like.word === word)?.by ?? 0,
          ofText: (from, to) =>
            cost.text * (to - from) + ofOpening(words, from, from === begins && !(isLight && from > 0)),
          ofUnled: (word) => (joiners.has(word) ? cost.noJoiner : 0),
          ofUnsaid: (slot) => unsaid(meant, slot),
          valueAt: (slot, index) => valueAt(meant, slot, words, index),
        })
        const known = best.get(example.intent)
        // “Add a task”: what it is to be is asked for.
        const isBare = found.slots.size === 0 && found.left <= cost.light * words.length
        const aligned = isBare ? Math.max(found.score, found.coverage - 0.05) : found.score
        if (known && known.aligned >= aligned) continue
        best.set(example.intent, {
          meant,
          example,
          aligned,
          likely: likely[example.intent] as number,
          none,
          coverage: found.coverage,
          left: whole > 0 ? found.left / whole : 0,
          weights: example.pieces.flatMap((piece) => ('word' in piece ? [weigh.of(piece.word)] : [])),
          places: placesOf(words, found),
          words: words.length,
          taken: words.length > 0 ? takenBy(found) / words.length : 0,
          captured: captured(sentence, words, found, { courtesy, joiners }),
        })
      }
      return [...best.values()].sort((a, b) => b.aligned + b.likely - (a.aligned + a.likely))
    },
  }
}

/** What stands for the values of an example where sentences are compared as a whole. */
const kindsOf = <M extends Meant>({ intent, pieces }: Example, all: readonly M[]): string[] => {
  const kinds = pieces.flatMap((piece) => ('slot' in piece ? [(all[intent] as M).tokenOf(piece.slot)] : []))
  return [...new Set(kinds)].filter((kind) => !FREE.has(kind))
}

/** Each example as somebody might say it: what people speak of tells what they mean. */
const taught = <M extends Meant>(examples: readonly Example[], all: readonly M[]): Taught[] =>
  examples.map((example) => {
    const keys = example.pieces.flatMap((piece) => ('word' in piece ? [piece.word] : keysOf(piece.said ?? '')))
    return { of: example.intent, features: featuresOf(keys, kindsOf(example, all)) }
  })

/** Slots that may hold anything. */
const FREE: ReadonlySet<string> = new Set(['TEXT', 'CHOICE'])

const keysOf = (text: string): string[] => wordsOf(text).map(({ key }) => key)

const OPENING = /["'“«「(]$/u
const CLOSING = /^["'”»」)]/u

/** What a slot takes, without the courtesy around it and the word that joins it to the request; with the quotation marks around it. */
function captured(
  sentence: string,
  words: readonly Word[],
  { slots }: Alignment,
  { courtesy, joiners }: Pick<Manners, 'courtesy' | 'joiners'>,
) {
  return Object.fromEntries(
    [...slots].map(([slot, [start, end]]) => {
      let [first, last] = [start, end - 1]
      const key = (at: number) => words[at]?.key as string
      // “10 am” ends with no courtesy.
      while (last > first && courtesy.has(key(last)) && !/^\p{N}/u.test(key(last - 1))) last--
      while (first < last && joiners.has(key(first))) first++
      let [from, to] = [words[first]?.from as number, words[last]?.to as number]
      const isOpened = OPENING.test(sentence.slice(0, from))
      if (isOpened) from--
      if (last === words.length - 1) to = sentence.length
      else if (isOpened && CLOSING.test(sentence.slice(to))) to++
      return [slot, sentence.slice(from, to).trim()]
    }),
  )
}

const takenBy = ({ slots }: Alignment): number => [...slots.values()].reduce((sum, [from, to]) => sum + to - from, 0)

const placesOf = (words: readonly Word[], { slots }: Alignment) =>
  Object.fromEntries(
    [...slots].map(([slot, [from, to]]) => [slot, [words[from]?.from ?? 0, words[to - 1]?.to ?? 0] as const]),
  )

const totalOf = (pieces: readonly Piece[], of: (word: string) => number): number =>
  pieces.reduce((sum, piece) => sum + ('word' in piece ? of(piece.word) : 0), 0)

/** A word weighs by how few of all intents have it in an example, the logarithm of their share. */
function weights(examples: readonly Example[], intents: number, courtesy: ReadonlySet<string>) {
  const having = new Map<string, Set<number>>()
  for (const { intent, pieces } of examples)
    for (const piece of pieces)
      if ('word' in piece) {
        const those = having.get(piece.word)
        if (those) those.add(intent)
        else having.set(piece.word, new Set([intent]))
      }
  const rarest = Math.log(1 + intents)
  const of = new Map(
    [...having].map(([word, those]) => [
      word,
      Math.max(0.15, Math.log((1 + intents) / those.size)) * (courtesy.has(word) ? cost.small : 1),
    ]),
  )
  return { rarest, of: (word: string) => of.get(word) ?? rarest, words: () => of.keys() }
}
