import { z } from 'zod'

/** A part of what is read, by the name that quotes give as their place. */
export interface Passage {
  name: string
  text: string
}

/** Words as they stand in the source, and where: its characters from `start` up to `end`. */
export const Quote = z.object({
  text: z.string(),
  /** The passage that it stands in; empty when the source is one text. */
  passage: z.string(),
  start: z.number(),
  end: z.number(),
})
export type Quote = z.infer<typeof Quote>

/** Why a field that the model filled was left empty. */
export type RefusedWhy =
  /** The model gave no quote for it. */
  | 'no-quote'
  /** The quote does not stand in the source. */
  | 'not-in-source'
  /** A number, a date, an address or a name of the value does not stand in the quote. */
  | 'not-borne'
  /** It is not what the schema asks for. */
  | 'wrong-shape'

export interface RefusedField {
  field: string
  why: RefusedWhy
}

/** One object that was found. What the source does not say is null. */
export interface Extracted<S extends z.ZodObject> {
  value: { [K in keyof z.output<S>]: z.output<S>[K] | null }
  quotes: { [K in keyof z.output<S>]: Quote | null }
  refused: RefusedField[]
}

export interface ExtractRequest<S extends z.ZodObject> {
  /** Flat: numbers, texts, choices, days and lists of them. `describe` says what a field is. */
  schema: S
  from: string | readonly Passage[]
  instructions: string
}

/** A part of a written text that the facts do not bear. */
export const Unsupported = z.object({
  kind: z.enum(['number', 'date', 'address', 'name']),
  text: z.string(),
  start: z.number(),
  end: z.number(),
})
export type Unsupported = z.infer<typeof Unsupported>

export interface WriteRequest {
  /** What it is for: `A post for LinkedIn`. */
  purpose: string
  /** All that it may say. */
  facts: readonly string[]
  tone?: string
  /** BCP 47; that of the facts when absent. */
  language?: string
  maxWords: number
}

export const Draft = z.object({
  text: z.string(),
  /** Shown with the text, never kept from the person: empty when the facts bear all of it. */
  unsupported: z.array(Unsupported),
  /** It was longer than it may be and ends in the middle. */
  isCut: z.boolean(),
})
export type Draft = z.infer<typeof Draft>

export interface ClassifyRequest {
  items: readonly { id: string; text: string }[]
  choices: readonly { id: string; name: string }[]
  instructions: string
}

/** A text for a machine: a query, a formula. Nothing of it can be quoted, so whoever asks checks all of it. */
export interface ComposeRequest {
  /** What it is to be and by which rules, in the module's own words alone. */
  instructions: string
  /** What the person wants. */
  wish: string
  /** What it works on: names and values that others wrote. */
  data: string
  /** Why a text will not do, in a sentence that the model is told once; null when it does. */
  check: (text: string) => string | null
}

export interface Composed {
  text: string
  /** Why it will not do after all: it is shown with that, and never used by itself. */
  refusal: string | null
}

/** A picture that is shown to the model, or one that it made. */
export interface Picture {
  /** `image/jpeg`, `image/png`, `image/webp` or `image/gif` */
  mime: string
  bytes: Uint8Array
}

export interface SeeRequest {
  /** At most four, of 5 MB each. */
  pictures: readonly Picture[]
  /** The words that stand in it, line by line; or what is to be seen on it, for whoever cannot. */
  wants: 'text' | 'description'
  /** BCP 47, of a description. */
  language?: string
}

export interface Seen {
  /** Empty where there is nothing to be read. */
  text: string
  /** It ended before all was told. */
  isCut: boolean
}

export interface DrawRequest {
  prompt: string
  /** 1 to 3 */
  count: number
  shape: 'square' | 'wide' | 'tall'
}

export interface SpeakRequest {
  /** At most 4,000 characters. */
  text: string
  /** BCP 47 */
  language?: string
}

export interface HearRequest {
  /** Its ending tells what it is. */
  name: string
  mime: string
  /** At most 25 MB. */
  bytes: Uint8Array
  /** BCP 47; found out when absent. */
  language?: string
}

/**
 * The person's model, as an action reaches it: their own key's before the installation's. Every call is counted to the person,
 * and held in the budgets it counts in before it is made. It is given no tool, and what others wrote is marked as data.
 *
 * Throws `no_model` where none is connected that can do it, or it cannot be reached, `forbidden` when a budget is used up, `too_large` for a source that
 * does not fit. Ask before the action writes: nothing of the database is held while a model thinks.
 */
export interface ModelDoor {
  extract<S extends z.ZodObject>(request: ExtractRequest<S>): Promise<Extracted<S>>
  /** All such objects that the source has, in its order; `isCut` when the answer ended before the list did. */
  extractMany<S extends z.ZodObject>(
    request: ExtractRequest<S> & { atMost: number },
  ): Promise<{ items: Extracted<S>[]; isCut: boolean }>
  write(request: WriteRequest): Promise<Draft>
  compose(request: ComposeRequest): Promise<Composed>
  /** The choice of each item by its id; null where none fits. */
  classify(request: ClassifyRequest): Promise<Map<string, string | null>>
  /** What a model reads on pictures. Its text is as much others' as the picture is: `extract` takes values from it, each with its place. */
  see(request: SeeRequest): Promise<Seen>
  draw(request: DrawRequest): Promise<Picture[]>
  /** The text as it is spoken: a sound, `audio/mpeg` as a rule. */
  speak(request: SpeakRequest): Promise<{ mime: string; bytes: Uint8Array }>
  /** What is said, written down. */
  hear(request: HearRequest): Promise<{ text: string }>
  /** A vector of length one for each text, and the name of what made them: only vectors of one maker can be compared. */
  embed(texts: readonly string[]): Promise<{ vectors: Float32Array[]; madeBy: string }>
}
