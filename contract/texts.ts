/** Texts by their keys, in folders: `{ deck: { title: 'Deck' } }` has `deck.title`. */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** `cards_one` and `cards_other` are one text, `cards`. */
type Singular<K extends string> = K extends `${infer Name}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Name
  : K

/** The keys of these texts: what is not there, no call may name. */
export type TextKey<T> = T extends object
  ? { [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${TextKey<T[K]>}` }[keyof T & string]
  : never

export type TextValues = Readonly<Record<string, string | number>>

/** The text of a key, undefined where there is none. */
export function textAt(texts: Texts, key: string): string | undefined {
  let at: string | Texts | undefined = texts
  for (const part of key.split('.')) {
    if (typeof at !== 'object' || !Object.hasOwn(at, part)) return undefined
    at = at[part]
  }
  return typeof at === 'string' ? at : undefined
}

/** The form for this count (CLDR's plural rules), where the text has forms. */
const formOf = (texts: Texts, key: string, values: TextValues, language: string): string | undefined =>
  typeof values.count === 'number'
    ? (textAt(texts, `${key}_${new Intl.PluralRules(language).select(values.count)}`) ?? textAt(texts, `${key}_other`))
    : undefined

/** A text with its values; numbers as the language writes them. Undefined where the texts lack it. */
export function filled(texts: Texts, key: string, values: TextValues, language: string): string | undefined {
  const text = formOf(texts, key, values, language) ?? textAt(texts, key)
  return text?.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : whole
    return typeof value === 'number' ? value.toLocaleString(language) : String(value)
  })
}
