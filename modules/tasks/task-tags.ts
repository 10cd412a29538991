export type PartKind = 'due' | 'recurrence' | 'priority' | 'project' | 'context'

export interface Span {
  start: number
  end: number
}

/** A piece of the sentence and what it was understood as, for the preview. */
export interface Part extends Span {
  kind: PartKind
}

/** A sentence while it is read: what was understood is blanked, so that nothing is understood twice and every index stays. */
export interface Reading {
  text: string
  parts: Part[]
}

export interface Tags {
  priority: string | null
  project: string | null
  contexts: string[]
}

const PRIORITIES: Record<string, string> = { high: 'A', medium: 'B', med: 'B', low: 'C', 1: 'A', 2: 'B', 3: 'C' }
const TAG = '[\\p{L}][\\p{L}\\p{M}\\p{N}_-]*'

/** Words in "double quotes" are left alone. */
export const beginReading = (sentence: string): Reading => ({
  text: sentence.replace(/"[^"]*"/g, (quoted) => '"'.repeat(quoted.length)),
  parts: [],
})

export function understood(reading: Reading, kind: PartKind, { start, end }: Span): void {
  reading.parts.push({ kind, start, end })
  reading.text = reading.text.slice(0, start) + ' '.repeat(end - start) + reading.text.slice(end)
}

function take(reading: Reading, kind: PartKind, pattern: RegExp, accept: (found: RegExpExecArray) => void): void {
  for (let found = pattern.exec(reading.text); found; found = pattern.exec(reading.text)) {
    const lead = found[0].length - found[0].trimStart().length
    accept(found)
    understood(reading, kind, { start: found.index + lead, end: found.index + found[0].length })
  }
}

/** A part of another task stands in its project: there `#words` are words. */
export function readTags(reading: Reading, isPart = false): Tags {
  let priority: string | null = null
  let project: string | null = null
  const contexts: string[] = []
  if (!isPart)
    take(reading, 'project', new RegExp(`(?:^|\\s)[#+](${TAG})`, 'u'), (found) => {
      project = found[1] as string
    })
  take(reading, 'context', new RegExp(`(?:^|\\s)@(${TAG})`, 'u'), (found) => {
    if (!contexts.includes(found[1] as string)) contexts.push(found[1] as string)
  })
  take(reading, 'priority', /(?:^|\s)!(high|medium|med|low|[1-3]|[a-z])(?=\s|$)/i, (found) => {
    const word = (found[1] as string).toLowerCase()
    priority = PRIORITIES[word] ?? word.toUpperCase()
  })
  take(reading, 'priority', /(?:^|\s)p([1-3])(?=\s|$)/i, (found) => {
    priority = PRIORITIES[found[1] as string] ?? null
  })
  take(reading, 'priority', /^\(([A-Z])\)(?=\s)/, (found) => {
    priority = found[1] as string
  })
  return { priority, project, contexts }
}

/**
 * What a list's filter adds to a task that is written into it: its project where the sentence names none, its context beside
 * those of the sentence.
 */
export function filterFor(
  sentence: string,
  filter: { projectId: string | undefined; context: string | undefined },
): { projectId?: string; contexts?: string[] } {
  const { project, contexts } = readTags(beginReading(sentence))
  return {
    ...(filter.projectId && project === null && { projectId: filter.projectId }),
    ...(filter.context && { contexts: [...new Set([...contexts, filter.context])] }),
  }
}
