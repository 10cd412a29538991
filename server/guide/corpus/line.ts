import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** A sentence of the corpus, and what a right answer to it is. */
export const Line = z.object({
  say: z.string().min(1),
  /** What the person said before in this conversation, oldest first. */
  context: z.array(z.string()).default([]),
  /** Said in another conversation before: what the sentence speaks of is there. */
  setup: z.array(z.string()).default([]),
  /** `tasks.add`, `money.tip`, `help`, `none`; several where each is right. */
  intent: z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1)]),
  slots: z.record(z.string(), z.unknown()).default({}),
  /** What a right answer contains; of a list within it, one. */
  has: z.array(z.union([z.string(), z.array(z.string())])).default([]),
  files: z.array(z.object({ name: z.string(), text: z.string() })).default([]),
  /** Actions that may not run; `*` for all. */
  not: z.array(z.string()).default([]),
  locale: z.string().optional(),
})
export type Line = z.infer<typeof Line>

const folder = new URL('./', import.meta.url)

/** The files of the corpus: by language, or by language and theme. */
export const corpusFiles = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()

/** Throws where a line is none, with its number. */
export function corpusOf(name: string): Line[] {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n')
  return lines.flatMap((text, at) => {
    if (text.trim() === '') return []
    const read = Line.safeParse(JSON.parse(text))
    if (!read.success) throw new Error(`${name}, line ${at + 1}: ${read.error.message}`)
    return [read.data]
  })
}
