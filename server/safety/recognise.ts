import { type Reading, read } from './folding.ts'
import { createLookup } from './lookup.ts'
import { type Atom, createCompiler, type Danger, dangers, type LanguageSigns, type Pattern, SLOTS } from './signs.ts'

/** Of a longer message its beginning and its end are read: what somebody pastes stands between. */
const READ_MAX = 6_000

/** Words, and letters of undivided scripts, that may stand between two words of a pattern. */
const GAP_WORDS = 3
const GAP_LETTERS = 5
/** How far a subject reaches, in words and in letters. */
const SUBJECT_WORDS = 25
const SUBJECT_LETTERS = 60
/** Of the words that the sentence's language knows, a language must know such a part for its signs to count. */
const SPOKEN = { certain: 0.5, likely: 0.6 }
/** Of a sign in a language that the sentence is not in. */
const LEAST_LETTERS = 7
/** Places of one word that are looked at. */
const PLACES_MAX = 100

interface Place {
  start: number
  end: number
}

interface Found extends Place {
  pattern: Pattern
  number: number
  places: Place[]
}

export interface Recognised {
  /** The most urgent first. */
  dangers: Danger[]
  /** The language that it was said in: a tag of the catalogue. */
  language: string
}

/** Takes a place for each slot, close together and none twice; null when there is none. */
function fit(slots: readonly Place[][], pattern: Pattern, width: number): Place[] | null {
  const chosen: Place[] = []
  const take = (slot: number): boolean => {
    if (slot === slots.length) return true
    for (const place of slots[slot] as Place[]) {
      const start = Math.min(place.start, ...chosen.map((one) => one.start))
      const end = Math.max(place.end, ...chosen.map((one) => one.end))
      if (end - start > width) continue
      if (chosen.some((one) => one.start < place.end && place.start < one.end)) continue
      if (pattern.ordered && chosen.length > 0 && place.start < (chosen.at(-1) as Place).end) continue
      chosen.push(place)
      if (take(slot + 1)) return true
      chosen.pop()
    }
    return false
  }
  return take(0) ? chosen : null
}

/** Every match of a pattern, at most one for each place of its first word. */
function matches(pattern: Pattern, number: number, slots: readonly Place[][]): Found[] {
  const gap = pattern.undivided ? GAP_LETTERS : GAP_WORDS
  const found: Found[] = []
  for (const place of (slots[0] as Place[]).slice(0, PLACES_MAX)) {
    const reach = slots.length * (gap + 12)
    const near = slots.map((places, slot) =>
      slot === 0 ? [place] : places.filter(({ start }) => Math.abs(start - place.start) <= reach),
    )
    const lengths = near.map((places) => Math.max(0, ...places.map(({ start, end }) => end - start)))
    const width = lengths.reduce((sum, length) => sum + length, 0) + gap * (slots.length - 1)
    const places = fit(near, pattern, width)
    if (!places) continue
    const start = Math.min(...places.map((one) => one.start))
    const end = Math.max(...places.map((one) => one.end))
    found.push({ pattern, number, places, start, end })
  }
  return found
}

const within = (place: Place, [start, end]: [number, number]) => place.start >= start && place.end <= end
const distance = (a: Place, b: Place) => Math.max(0, a.start - b.end, b.start - a.end)

/** Makes a recogniser that learns one language after another. `shared` is no language: its patterns hold in all of them. */
export function createRecogniser() {
  const { lexicon, add } = createCompiler()
  const lookup = createLookup(lexicon)
  const undivided: { text: string; number: number }[] = []

  function learn(language: string, signs: LanguageSigns): void {
    const known = lexicon.atoms.length
    add(language, signs)
    lookup.take()
    for (let number = known; number < lexicon.atoms.length; number++) {
      const { text, undivided: is } = lexicon.atoms[number] as Atom
      if (is) undivided.push({ text, number })
    }
  }

  interface Sum {
    found: Found[]
    /** How much of the text each language knows. */
    votes: Map<string, number>
    /** The same by places of words. */
    knows: Map<string, Set<number>>
  }

  function findAll(reading: Reading): Sum {
    const knows = new Map<string, Set<number>>()
    const slotsOf = new Map<number, Place[][]>()
    const votes = new Map<string, number>()
    const hit = (atom: number, start: number, end: number) => {
      for (const use of lexicon.uses[atom] ?? []) {
        const [pattern, slot] = [Math.floor(use / SLOTS), use % SLOTS]
        const { slots } = lexicon.patterns[pattern] as Pattern
        const places = slotsOf.get(pattern) ?? slots.map((): Place[] => [])
        slotsOf.set(pattern, places)
        places[slot]?.push({ start, end })
      }
    }
    const known = new Map<string, number[]>()
    for (const { text, at } of reading.words) {
      const atoms = known.get(text) ?? lookup.find(text)
      known.set(text, atoms)
      for (const atom of atoms) hit(atom, at, at + 1)
      for (const language of new Set(atoms.flatMap((atom) => [...(lexicon.languagesOf[atom] ?? [])]))) {
        votes.set(language, (votes.get(language) ?? 0) + 1)
        const places = knows.get(language) ?? new Set()
        knows.set(language, places.add(at))
      }
    }
    if (reading.letters)
      for (const { text, number } of undivided) {
        let at = reading.letters.indexOf(text)
        if (at < 0) continue
        for (const language of lexicon.languagesOf[number] ?? [])
          votes.set(language, (votes.get(language) ?? 0) + text.length)
        for (let places = 0; at >= 0 && places < PLACES_MAX; places++) {
          hit(number, at, at + text.length)
          at = reading.letters.indexOf(text, at + 1)
        }
      }
    const found: Found[] = []
    for (const [number, slots] of slotsOf)
      if (slots.every((places) => places.length > 0))
        found.push(...matches(lexicon.patterns[number] as Pattern, number, slots))
    return { found, votes, knows }
  }

  /** What of the signs remains once turns of speech, subjects and quotations are taken away. */
  function remaining(found: readonly Found[], reading: Reading, spoken: string): Found[] {
    const concerns = (other: Found, sign: Found) =>
      other.pattern.undivided === sign.pattern.undivided &&
      [sign.pattern.language, spoken, 'shared'].includes(other.pattern.language)
    const inOneSentence = (a: Place, b: Place, ends: readonly number[]) => {
      const start = Math.min(a.start, b.start)
      const end = Math.max(a.end, b.end)
      return !ends.some((at) => at > start && at < end)
    }
    const endsFor = ({ pattern }: Found) => (pattern.undivided ? reading.endsOfLetters : reading.ends)
    // A colon opens something else, so no turn of speech goes across one.
    const parts = [...reading.ends, ...reading.colons]
    const partsOfLetters = [...reading.endsOfLetters, ...reading.colonsOfLetters]
    const partsFor = ({ pattern }: Found) => (pattern.undivided ? partsOfLetters : parts)
    const harmless = found.filter((one) => one.pattern.weight === 'harmless' && inOneSentence(one, one, partsFor(one)))
    /** “To die, and I found a …”: little words make a turn of speech only where nothing stands between them. */
    const holds = (one: Found, covered: Place) =>
      one.pattern.undivided ||
      one.end - one.start === one.places.length ||
      one.places.some(
        (place, slot) =>
          (place.start !== covered.start || place.end !== covered.end) &&
          !(one.pattern.slots[slot] as readonly number[]).every((atom) => lexicon.common.has(atom)),
      )
    /**
     * “Summarise this: I want to die”: what stands after the colon may be the person's own, so it is heard, unless it is
     * between quotation marks or, where the language says “I”, speaks of somebody else.
     */
    const given = (one: Found, sign: Found) => {
      if (sign.pattern.weight !== 'certain') return false
      const letters = sign.pattern.undivided
      const colon = (letters ? reading.colonsOfLetters : reading.colons).find((at) => at >= one.end && at <= sign.start)
      if (colon === undefined) return false
      const first = lexicon.first.get(sign.pattern.language)
      if (!first || letters) return true
      const end = reading.ends.find((at) => at >= sign.end) ?? Number.POSITIVE_INFINITY
      return reading.words.some(({ text, at }) => at >= colon && at < end && first.has(text))
    }
    const about = found.filter(({ pattern }) => pattern.weight === 'subject' || pattern.weight === 'quoting')
    return found.filter((sign) => {
      const { weight, undivided: letters } = sign.pattern
      if (sign.pattern.danger === null) return false
      const covered = (place: Place) =>
        harmless.some(
          (one) =>
            concerns(one, sign) &&
            one.places.some((other) => other.start <= place.start && other.end >= place.end) &&
            holds(one, place),
        )
      if (sign.places.some(covered)) return false
      const reach = letters ? SUBJECT_LETTERS : SUBJECT_WORDS
      const quoted = (letters ? reading.quotedLetters : reading.quoted).some((quote) => within(sign, quote))
      return !about.some(
        (one) =>
          // What a thing is about may be said in another script than what it says of it.
          [sign.pattern.language, spoken, 'shared'].includes(one.pattern.language) &&
          (one.pattern.weight === 'quoting' || weight !== 'certain' || quoted) &&
          (quoted || !given(one, sign)) &&
          (one.pattern.undivided !== letters ||
            (distance(one, sign) <= reach && (quoted || inOneSentence(one, sign, endsFor(sign))))),
      )
    })
  }

  /** Null where nobody seems to be in danger. `preferred` decides between languages that say it alike. */
  function recognise(text: string, preferred = ''): Recognised | null {
    const shown = text.length > 2 * READ_MAX ? `${text.slice(0, READ_MAX)}\n${text.slice(-READ_MAX)}` : text
    const reading = read(shown)
    const { found, votes, knows } = findAll(reading)
    // Neighbours share words: of two that know as many, the person's own language, then the one that most people write.
    const own = (language: string) => (language === preferred ? 2 : language === 'en' ? 1 : 0)
    const [[spoken, most] = ['', 0]] = [...votes].sort(([a, more], [b, less]) => less - more || own(b) - own(a))
    // A word of one language that another has, too, says little where the sentence is in the other.
    const isSpoken = ({ pattern }: Found) =>
      (votes.get(pattern.language) ?? 0) >= most * SPOKEN[pattern.weight === 'certain' ? 'certain' : 'likely']
    /** Nothing in the text is of this language alone, and what is spoken knows all of that: Pidgin shares its words with English. */
    const isBorrowed = (language: string) => {
      const own = knows.get(language)
      const all = knows.get(spoken)
      return own !== undefined && all !== undefined && own.size <= all.size && own.isSubsetOf(all)
    }
    /** Of a language that the sentence is not in: a likeness of one or two short words, or words that are all of the sentence's own. */
    const isChance = ({ pattern, places }: Found) => {
      const { language, weight } = pattern
      if (pattern.undivided || ['shared', spoken, preferred].includes(language)) return false
      const letters = places.flatMap(({ start, end }) => reading.words.filter(({ at }) => at >= start && at < end))
      return (
        letters.reduce((sum, { text }) => sum + text.length, 0) < LEAST_LETTERS ||
        (weight !== 'certain' && isBorrowed(language))
      )
    }
    const signs = remaining(found, reading, spoken).filter((sign) => isSpoken(sign) && !isChance(sign))
    const weights = new Map<string, number>()
    const heard = new Set<Danger>()
    const hints = new Map<string, Found[]>()
    for (const sign of signs) {
      const { language, danger, weight } = sign.pattern
      if (weight === 'hint') {
        const key = `${language} ${danger}`
        const before = hints.get(key) ?? []
        if (before.some((one) => one.number !== sign.number && (one.end <= sign.start || sign.end <= one.start))) {
          heard.add(danger as Danger)
          weights.set(language, (weights.get(language) ?? 0) + 1)
        }
        hints.set(key, [...before, sign])
        continue
      }
      heard.add(danger as Danger)
      weights.set(language, (weights.get(language) ?? 0) + (weight === 'certain' ? 1 : 0.5))
    }
    if (heard.size === 0) return null
    const rank = (language: string) =>
      (votes.get(language) ?? 0) + Math.min(weights.get(language) ?? 0, 2) + (language === preferred ? 1.5 : 0)
    const [language = 'en'] = [...weights.keys()].sort((a, b) => rank(b) - rank(a))
    return {
      dangers: dangers.filter((danger) => heard.has(danger)),
      language: isBorrowed(language) ? spoken : language,
    }
  }

  return { learn, recognise }
}
