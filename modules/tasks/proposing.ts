import type { ActionContext } from '@atrium/contract/module'
import type tasks from './module.ts'
import { readTask } from './natural-task.ts'
import { recurrenceLabel } from './recurrence-label.ts'

const MOST = 30
const WORDS = 400
const MARKER = /^\s*(?:[-*•–]\s+|\[[ x]?\]\s*|\d{1,3}[.)]\s+)+/i
const PURPOSE =
  'a list of tasks that together reach the goal in the facts, one short task a line, in the order in which they are done, without numbering. Name a day, in words such as “by 5 May 2026”, only where the facts name it.'

const MEMO =
  'a list of the tasks that the speaker wants to have done or to remember, one short task a line, in the order in which they were said, without numbering, in the speaker’s own words. Name a day, in words such as “by 5 May 2026”, only where the facts name it.'

/** Tasks that would reach the goal: what their words say is read as when a person types them. */
export async function split(
  { goal, from }: { goal: string; from: 'goal' | 'memo' },
  { model, now, timeZone }: Pick<ActionContext<typeof tasks>, 'model' | 'now' | 'timeZone'>,
) {
  const { text, unsupported, isCut } = await model.write({
    purpose: from === 'memo' ? MEMO : PURPOSE,
    facts: [goal],
    maxWords: WORDS,
  })
  let start = 0
  const lines = text.split('\n').map((line) => {
    const at = start
    start += line.length + 1
    return { at, line }
  })
  const proposed = lines.flatMap(({ at, line }) => {
    const said = line.replace(MARKER, '').replace(/\s+/g, ' ').trim()
    if (said === '' || said.length > 1000) return []
    const { title, due, recurrence } = readTask(said, now, timeZone)
    if (title === '') return []
    const its = unsupported.filter((one) => one.start >= at && one.end <= at + line.length)
    return [
      {
        line: said,
        title,
        due,
        again: recurrence && recurrenceLabel(recurrence),
        unsupported: its.map((one) => one.text),
      },
    ]
  })
  return { tasks: proposed.slice(0, MOST), isCut: isCut || proposed.length > MOST }
}
