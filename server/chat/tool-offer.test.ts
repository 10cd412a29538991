import type { Module } from '@atrium/contract/module'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ChatActions } from './ports.ts'
import { FIND_TOOLS, foundIn, offerTools, toolsNamedIn } from './tool-offer.ts'

/** So many modules of ten actions each, of which one is worth saying, and a ledger that nobody has spoken of. */
function workspace(modules: number): Pick<ChatActions, 'modules' | 'tools'> {
  const action = (summary: string, examples: string[] = []) => ({
    summary,
    effect: 'read' as const,
    input: z.object({}),
    output: z.object({}),
    examples,
  })
  const made = Array.from({ length: modules }, (_, at) => ({
    id: `module-${at}`,
    title: `Module ${at}`,
    summary: 'Something else',
    actions: Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [
        `do${n}`,
        action(`Does thing ${n}`, n === 0 ? [`do the thing ${at}`] : []),
      ]),
    ),
  }))
  const ledger = {
    id: 'ledger',
    title: 'Ledger',
    summary: 'Double entry',
    actions: { reverseEntry: action('Reverse a posted journal entry'), close: action('Close a period') },
  }
  const all = [...made, ledger] as unknown as Module[]
  const tools = all.flatMap(({ id, title, actions }) =>
    Object.entries(actions).map(([name, { summary, effect }]) => ({
      tool: { name: `${id}_${name}`, description: `${title}: ${summary}`, parameters: {} },
      action: `${id}.${name}`,
      effect,
      summary,
    })),
  )
  return { modules: () => all, tools: () => tools }
}
const everything = { may: () => true, space: null, said: [] as string[], used: new Set<string>() }
const names = (offer: { tools: { name: string }[] }) => offer.tools.map(({ name }) => name)

test('a few tools are all offered, and need no search', () => {
  const offer = offerTools({ ...everything, actions: workspace(2) })
  expect(names(offer)).toHaveLength(22)
  expect(names(offer)).not.toContain(FIND_TOOLS.name)
})

test('of many, a bounded number is offered: what people say, what fits the question, what is in use', () => {
  const actions = workspace(30)
  const offer = offerTools({ ...everything, actions })
  expect(names(offer)).toHaveLength(41)
  expect(names(offer).at(-1)).toBe(FIND_TOOLS.name)
  expect(names(offer)).toContain('module-29_do0')
  expect(names(offer)).not.toContain('ledger_reverseEntry')

  const asked = offerTools({ ...everything, actions, said: ['Please reverse the journal entry of Monday'] })
  expect(names(asked)).toContain('ledger_reverseEntry')
  const goingOn = offerTools({ ...everything, actions, used: new Set(['ledger.close']) })
  expect(names(goingOn)).toContain('ledger_close')
})

test('what is found is offered from then on, and only what the person may use', () => {
  const actions = workspace(30)
  const offer = offerTools({ ...everything, actions })
  expect(offer.find('reverse a journal entry')).toContainEqual({
    name: 'ledger_reverseEntry',
    description: 'Ledger: Reverse a posted journal entry',
  })
  expect(names(offer)).toContain('ledger_reverseEntry')
  const fewer = offerTools({ ...everything, actions, may: ({ action }) => action !== 'ledger.reverseEntry' })
  expect(fewer.find('reverse a journal entry').map(({ name }) => name)).not.toContain('ledger_reverseEntry')
})

test('a conversation that goes on names the tools it has called and found', () => {
  const output = JSON.stringify([{ name: 'ledger_close', description: 'Ledger: Close a period' }])
  expect(foundIn(FIND_TOOLS.name, output)).toEqual(['ledger_close'])
  expect(foundIn('tasks.search', output)).toEqual([])
  expect(toolsNamedIn({ role: 'tool', callId: '1', name: FIND_TOOLS.name, output })).toEqual(['ledger_close'])
  const toolCalls = [{ id: '2', name: 'ledger_reverseEntry', input: {} }]
  expect(toolsNamedIn({ role: 'assistant', text: '', toolCalls })).toEqual(['ledger_reverseEntry'])
})
