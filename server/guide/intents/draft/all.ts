import { present, unsent } from '../../drafting/present.ts'
import { type DraftId, understoodBrief } from '../../drafting/understood.ts'
import { plain } from '../../phrasing.ts'
import { defineIntent, type Intent, type Slots } from '../intent.ts'
import { examplesOf } from '../say.ts'

const examples = examplesOf(import.meta.url)
const TEXT = { kind: 'text' } as const
const DATE = { kind: 'date' } as const

/** What is missing is asked for by the draft itself, so nothing is required. */
const drafting = <const S extends Slots>(id: DraftId, slots: S): Intent<S> =>
  defineIntent({
    id,
    slots,
    examples: examples(id),
    async reply(values, context) {
      const said = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
      )
      const brief = understoodBrief(id, { captured: said, mentions: [] }, plain(context.question))
      return { markdown: `${unsent(context.question, brief)}${await present(brief, context)}` }
    },
  })

/** Drafts of what a person writes themselves. */
export const draftIntents: readonly Intent[] = [
  drafting('draft.email', { recipient: TEXT, topic: TEXT, message: TEXT, ask: TEXT, date: DATE }),
  drafting('draft.plan', { goal: TEXT, date: DATE, people: TEXT, budget: { kind: 'money' } }),
  drafting('draft.checklist', { what: TEXT, items: TEXT, date: DATE }),
  drafting('draft.agenda', { topic: TEXT, date: DATE, people: TEXT, items: TEXT }),
  drafting('draft.comparison', { a: TEXT, b: TEXT, c: TEXT, criteria: TEXT }),
]
