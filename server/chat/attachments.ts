import { passagesOf, rankPassages } from './passages.ts'
import { atMostTokens } from './tokens.ts'

export interface AttachedFile {
  id: string
  name: string
  mime: string
  text: string
}

const tagged = (file: AttachedFile, text: string) =>
  `<file name="${file.name.replace(/["<>&]/g, '_')}">\n${text}\n</file>`

/** The beginning of a long file and the passages that suit the question best, in their order, in at most `room` tokens. */
async function excerpt(file: AttachedFile, question: string, room: number): Promise<string> {
  const passages = await passagesOf(file.id, file.text)
  const all = passages.texts
  const ranked = [0, ...(await rankPassages(passages, question)), ...all.keys()]
  const taken = new Set<number>()
  let left = room
  for (const id of ranked) {
    const cost = atMostTokens(all[id] ?? '')
    if (taken.has(id) || cost > left) continue
    taken.add(id)
    left -= cost
  }
  const parts = [...taken].sort((a, b) => a - b)
  const text = parts
    .map((id, at) => (at > 0 && id !== (parts[at - 1] as number) + 1 ? `[…]\n${all[id]}` : all[id]))
    .join('\n\n')
  return `${text}\n[${parts.length} of ${all.length} passages shown]`
}

/**
 * What of the files goes to the model, by file id, in at most `budget` tokens together: whole files while they fit, else
 * each one's beginning and the passages that share most words with the question, in their order.
 */
export async function excerpts(
  files: readonly AttachedFile[],
  question: string,
  budget: number,
): Promise<Map<string, string>> {
  const chosen = new Map<string, string>()
  const share = Math.floor(budget / files.length)
  for (const file of files) {
    if (chosen.has(file.id)) continue
    const isWhole = atMostTokens(file.text) <= share
    chosen.set(file.id, tagged(file, isWhole ? file.text : await excerpt(file, question, share)))
  }
  return chosen
}
