import { plainText } from '../plain-text.ts'
import type { Note } from '../records.ts'

/** A note's fields, with the words that lists and the search show. */
export function withWords(fields: readonly string[]): Pick<Note, 'title' | 'text' | 'fields'> {
  const words = fields.map(plainText)
  const title = words.find((text) => text !== '') ?? fields.find((field) => field.trim() !== '') ?? ''
  return { title: title.slice(0, 300), text: words.join('\n').slice(0, 20_000), fields: [...fields] }
}
