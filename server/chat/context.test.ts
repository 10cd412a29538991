import { describe, expect, test, vi } from 'vitest'
import type { Model } from '../models/model.ts'
import { buildContext, type ContextInput, type Turn } from './context.ts'
import type { MessageRow } from './messages.ts'

const model = (contextWindow: number): Model => ({
  info: { id: 'm', name: 'Model M', provider: 'openai', contextWindow, vision: true, tools: true },
  stream: () => Promise.reject(new Error('not asked here')),
  cost: () => null,
})
const turn = (id: string, role: MessageRow['role'], content: string, more: Partial<Turn> = {}): Turn => ({
  row: {
    id,
    thread_id: 't',
    owner_id: 'o',
    parent_id: null,
    role,
    content,
    status: 'complete',
    run_id: null,
    meta: {},
    feedback: null,
    created_at: new Date(),
    file_ids: [],
  },
  files: [],
  images: [],
  ...more,
})
const input = (more: Partial<ContextInput>): ContextInput => ({
  model: model(8_000),
  persona: 'personal',
  space: null,
  systemPrompt: null,
  standing: null,
  memories: [],
  turns: [],
  tools: [],
  summary: null,
  summaryUpTo: null,
  now: new Date('2026-11-21T09:00:00Z'),
  timeZone: 'Europe/Rome',
  summarise: async () => 'THE SUMMARY',
  keepSummary: async () => undefined,
  ...more,
})
const long = (words: number) => Array.from({ length: words }, (_, at) => `word${at}`).join(' ')

describe('the system text', () => {
  test('is persona, Space, instructions, the time there, memories', async () => {
    const { system } = await buildContext(
      input({
        persona: 'smb',
        space: 'finance',
        systemPrompt: 'Answer in rhyme.',
        memories: ['Lives in Rome'],
        turns: [turn('1', 'user', 'hi')],
      }),
    )
    for (const part of [
      'practical adviser',
      'focused on Finance',
      'Answer in rhyme.',
      'Lives in Rome',
      '10:00 (Europe/Rome)',
    ])
      expect(system).toContain(part)
  })
})

describe('a conversation longer than the window', () => {
  const turns = Array.from({ length: 40 }, (_, at) =>
    turn(`m${at}`, at % 2 ? 'assistant' : 'user', `[${at}] ${long(150)}`),
  )
  const question = turn('q', 'user', 'And what did we decide?')

  test('is summarised once, the question kept whole, and the summary covers exactly what was left out', async () => {
    const keepSummary = vi.fn(async () => undefined)
    const summarise = vi.fn(async () => 'THE SUMMARY')
    const first = await buildContext(input({ turns: [...turns, question], summarise, keepSummary }))
    expect(summarise).toHaveBeenCalledOnce()
    const [summary, upTo] = keepSummary.mock.calls[0] as unknown as [string, string]
    expect(summary).toBe('THE SUMMARY')
    expect(first.system).toContain('THE SUMMARY')
    expect(first.messages.at(-1)).toEqual({ role: 'user', parts: [{ type: 'text', text: 'And what did we decide?' }] })
    const kept = turns.length - 1 - turns.findIndex((one) => one.row.id === upTo)
    const shown = JSON.stringify(first.messages)
    for (const at of turns.keys()) expect(shown.includes(`[${at}] word0`)).toBe(at >= turns.length - kept)

    const again = await buildContext(
      input({
        turns: [...turns, question, turn('a', 'assistant', 'Blue.'), turn('q2', 'user', 'Sure?')],
        summary,
        summaryUpTo: upTo,
        summarise,
      }),
    )
    expect(summarise).toHaveBeenCalledOnce()
    expect(again.system).toContain('THE SUMMARY')
    expect(JSON.stringify(again.messages)).toContain('Blue.')
  })

  test('takes no summary of another branch, and keeps what was attached before', async () => {
    const other = await buildContext(
      input({ turns: [question], summary: 'OF ANOTHER BRANCH', summaryUpTo: 'elsewhere' }),
    )
    expect(other.system).not.toContain('OF ANOTHER BRANCH')
    const first = turn('f', 'user', 'see the file', {
      files: [{ id: 'f', name: 'a.txt', mime: 'text/plain', text: 'The code word is heron.' }],
    })
    const long = await buildContext(input({ turns: [first, ...turns, question], summary: 'S', summaryUpTo: 'm10' }))
    expect(JSON.stringify(long.messages)).toContain('heron')
  })

  test('takes the former summary along when it grows again', async () => {
    const summarise = vi.fn(async () => 'NEWER')
    await buildContext(input({ turns: [...turns, question], summary: 'FORMER', summaryUpTo: 'm3', summarise }))
    const [former, transcript] = summarise.mock.calls[0] as unknown as [string, string]
    expect(former).toBe('FORMER')
    expect(transcript).not.toContain('[3] word0')
    expect(transcript).toContain('Person: [4] word0')
  })
})

test('a question that does not fit is refused with its size and what to do, never cut', async () => {
  await expect(buildContext(input({ model: model(4_000), turns: [turn('q', 'user', long(6_000))] }))).rejects.toThrow(
    /longer than Model M can read: about [\d,]+ tokens.*Shorten it/,
  )
})

test('attached text is given whole while it fits, else the passages that answer the question', async () => {
  const file = (text: string) => ({ id: 'f', name: 'report "a".txt', mime: 'text/plain', text })
  const small = await buildContext(
    input({ turns: [turn('q', 'user', 'Sum it up', { files: [file('Short report.')] })] }),
  )
  expect(JSON.stringify(small.messages)).toContain('Short report.')
  const filler = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}. ${long(100)}`).join('\n\n')
  const big = await buildContext(
    input({
      turns: [
        turn('q', 'user', 'Who is the treasurer?', {
          files: [file(`${filler}\n\nThe treasurer is Olga.\n\n${filler}`)],
        }),
      ],
    }),
  )
  const shown = JSON.stringify(big.messages)
  expect(shown).toContain('treasurer is Olga')
  expect(shown).toContain('passages shown')
})

test('roles alternate, as some providers demand, and images go only to models that see', async () => {
  const image = { type: 'image' as const, mime: 'image/png', base64: 'AAAA' }
  const turns = [
    turn('1', 'user', 'one', { images: [image] }),
    turn('2', 'user', 'two'),
    turn('3', 'assistant', ''),
    turn('4', 'user', 'three'),
  ]
  const seeing = await buildContext(input({ turns }))
  expect(seeing.messages).toEqual([
    {
      role: 'user',
      parts: [{ type: 'text', text: 'one' }, image, { type: 'text', text: 'two' }, { type: 'text', text: 'three' }],
    },
  ])
  const blind = model(8_000)
  blind.info.vision = false
  expect(JSON.stringify((await buildContext(input({ turns, model: blind }))).messages)).not.toContain('AAAA')
})
