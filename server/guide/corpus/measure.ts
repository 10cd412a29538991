import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import type { Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import type { Actions } from '../../records/actions.ts'
import { helpFor } from '../../safety/help.ts'
import { answer, prepare } from '../answer.ts'
import { momentOf } from '../calendar/reading.ts'
import type { Done, GuideAnswer, GuideContext, Remembered, Turn } from '../guide.ts'
import { mentionsIn } from '../understanding/mentions.ts'
import type { Call, Verdict } from './judge.ts'
import { judge } from './judge.ts'
import type { Line } from './line.ts'

/** Thursday, 15 January 2026, 11:30 in Berlin. */
export const NOW = new Date('2026-01-15T10:30:00Z')

export interface Measured {
  line: Line
  verdict: Verdict
  /** ms */
  took: number
  said: string
  calls: readonly Call[]
}

/** The days that the slots of a line name, by what is said. */
async function daysIn({ slots }: Line, context: Pick<GuideContext, 'now' | 'timeZone' | 'locale'>) {
  const found = new Map<string, string>()
  for (const said of Object.values(slots)) {
    if (typeof said !== 'string') continue
    for (const one of await mentionsIn(said, momentOf(context), ownLanguage(context.locale)))
      if (one.kind === 'date') found.set(said, one.time ? `${one.value}T${one.time}` : one.value)
  }
  return found
}

/** What comes before every answer of the assistant. */
function inDanger(
  question: string,
  { locale, timeZone }: Pick<GuideContext, 'locale' | 'timeZone'>,
  turns: readonly Turn[],
): GuideAnswer | null {
  const said = turns.flatMap(({ role, text }) => (role === 'assistant' ? [text] : []))
  const markdown = helpFor(question, { locale, timeZone, said })
  return markdown === null ? null : { skill: 'safety', intent: 'safety', how: 'answered', markdown }
}

/** Says each sentence of the corpus to the Guide, each as a person of its own, with the real actions. `before`: what is done before the last sentence is said. */
export async function measure(
  lines: readonly Line[],
  { actions, modules }: { actions: Actions; modules: readonly Module[] },
  before?: (line: Line, context: GuideContext) => Promise<void>,
): Promise<Measured[]> {
  await prepare()
  const found: Measured[] = []
  for (const [at, line] of lines.entries()) {
    const owner = `corpus-${at}`
    const principal: Principal = { kind: 'member', owner, userId: owner, sessionId: 'corpus' }
    const calls: Call[] = []
    const done: Done[] = []
    const locale = line.locale ?? 'en-GB'
    const facts: Remembered[] = []
    const base: Omit<GuideContext, 'question' | 'turns'> = {
      files: line.files.map((file) => ({ ...file, mime: file.name.endsWith('.csv') ? 'text/csv' : 'text/plain' })),
      persona: 'personal',
      spaceTitle: null,
      personName: null,
      now: NOW,
      timeZone: 'Europe/Berlin',
      locale,
      modules,
      introduce: false,
      canConfigure: false,
      named: (module, asked) => actions.named(principal, module, asked),
      things: (saying) => actions.things(principal, saying),
      undo: (change) => actions.undo(principal, change),
      memory: {
        known: async () => facts.toReversed(),
        remember: async (text) => void facts.push({ id: `${facts.length}`, text }),
        forget: async (id) =>
          void facts.splice(
            facts.findIndex((one) => one.id === id),
            1,
          ),
      },
      async act(action, input) {
        const [module = '', name = ''] = action.split('.')
        const effect = modules.find(({ id }) => id === module)?.actions[name]?.effect ?? 'read'
        const call: Call = { action, input, effect, failed: true }
        calls.push(call)
        const { output, change } = await actions.call({
          ...{ principal, action, input, via: 'guide', now: NOW, timeZone: 'Europe/Berlin', language: locale },
        })
        call.failed = false
        done.push({ action, input, output, undo: change })
        return { output, undo: change }
      },
    }
    const talk = async (sentences: readonly string[]) => {
      const turns: Turn[] = []
      let last = null
      let took = 0
      for (const question of sentences) {
        calls.length = 0
        done.length = 0
        if (question === line.say) await before?.(line, { ...base, question, turns: [...turns] })
        const began = performance.now()
        last = inDanger(question, base, turns) ?? (await answer({ ...base, question, turns: [...turns] }))
        took = performance.now() - began
        turns.push(
          { role: 'user', text: question, at: NOW },
          { role: 'assistant', text: last.markdown, at: NOW, done: [...done], ...(last.said && { said: last.said }) },
        )
      }
      return { last, took }
    }
    for (const sentence of line.setup) await talk([sentence])
    const { last, took } = await talk([...line.context, line.say])
    if (last)
      found.push({
        line,
        took,
        said: last.markdown,
        calls: [...calls],
        verdict: judge(line, last, calls, await daysIn(line, base)),
      })
  }
  return found
}
