import MiniSearch from 'minisearch'
import { atMostTokens } from './tokens.ts'

export interface AttachedFile {
  id: string
  name: string
  mime: string
  text: string
}

const PASSAGE = 1_200

const tagged = (file: AttachedFile, text: string) =>
  `<file name="${file.name.replace(/["<>&]/g, '_')}">\n${text}\n</file>`

/** Text in passages of about 1,200 characters, cut at paragraphs. */
function passages(text: string): string[] {
  const found: string[] = []
  let current = ''
  for (const paragraph of text.split(/\n{2,}/)) {
    for (let at = 0; at < paragraph.length || at === 0; at += PASSAGE) {
      const piece = paragraph.slice(at, at + PASSAGE)
      if (current && current.length + piece.length > PASSAGE) {
        found.push(current)
        current = ''
      }
      current += (current ? '\n\n' : '') + piece
      if (paragraph.length === 0) break
    }
  }
  if (current) found.push(current)
  return found
}

/**
 * What of the files goes to the model, by file id, in at most `budget` tokens together: whole files while they fit, else
 * each one's beginning and the passages that share most words with the question, in their order.
 */
export function excerpts(files: readonly AttachedFile[], question: string, budget: number): Map<string, string> {
  const chosen = new Map<string, string>()
  if (files.length === 0) return chosen
  const share = Math.floor(budget / files.length)
  for (const file of files) {
    if (atMostTokens(file.text) <= share) {
      chosen.set(file.id, tagged(file, file.text))
      continue
    }
    const all = passages(file.text)
    const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] })
    index.addAll(all.map((text, id) => ({ id, text })))
    const ranked = [
      0,
      ...index.search(question, { prefix: true, fuzzy: 0.1 }).map((hit) => hit.id as number),
      ...all.keys(),
    ]
    const taken = new Set<number>()
    let room = share
    for (const id of ranked) {
      const cost = atMostTokens(all[id] ?? '')
      if (taken.has(id) || cost > room) continue
      taken.add(id)
      room -= cost
    }
    const parts = [...taken].sort((a, b) => a - b)
    const text = parts
      .map((id, at) => (at > 0 && id !== (parts[at - 1] as number) + 1 ? `[…]\n${all[id]}` : all[id]))
      .join('\n\n')
    chosen.set(file.id, tagged(file, `${text}\n[${parts.length} of ${all.length} passages shown]`))
  }
  return chosen
}
