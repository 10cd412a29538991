import { plainText } from '../plain-text.ts'
import { type Note, titleKeyOf } from '../records.ts'

/** A note's fields, with the words that lists and the search show. */
export function withWords(fields: readonly string[]): Pick<Note, 'title' | 'titleKey' | 'text' | 'fields'> {
  const words = fields.map(plainText)
  const found =
    words.find((text) => text !== '') ??
    fields.find((field) => field.trim() !== '' && !field.includes('image-occlusion:')) ??
    ''
  const title = found.slice(0, 300)
  return { title, titleKey: titleKeyOf(title), text: words.join('\n').slice(0, 20_000), fields: [...fields] }
}
