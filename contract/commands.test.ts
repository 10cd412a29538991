import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rank, score } from './command-search.ts'
import {
  asInstalled,
  type Command,
  commandsAt,
  findTool,
  isOffered,
  obstacleTo,
  type Tool,
  toolCommands,
  withTools,
} from './commands.ts'
import { fallbackTools } from './fallback-tools.ts'

const command = (more: Partial<Command> = {}): Command => ({
  id: 'x',
  label: 'X',
  description: '',
  industries: ['all'],
  action: { type: 'route', value: '/x' },
  ...more,
})

describe('a command is offered only if', () => {
  test.each<[string, Partial<Command>, Parameters<typeof isOffered>[1], boolean]>([
    ['nothing speaks against it', {}, { industry: 'legal', mode: 'personal' }, true],
    ['it is enabled', { enabled: false }, {}, false],
    ['its feature flag is on', { featureFlag: 'f' }, { features: { f: 'yes' } }, true],
    ['its feature flag is not off', { featureFlag: 'f' }, { features: { f: 'no' } }, false],
    ['its feature flag is set', { featureFlag: 'f' }, {}, false],
    ['its industries include the current one', { industries: ['legal'] }, { industry: 'legal' }, true],
    ['its industries are not others only', { industries: ['legal'] }, { industry: 'finance' }, false],
    ['its industries include all', { industries: ['legal', 'all'] }, { industry: 'finance' }, true],
    ['no industry narrows it', { industries: ['legal'] }, {}, true],
    ['its modes include the current one', { modes: ['smb'] }, { mode: 'smb' }, true],
    ['its modes are not others only', { modes: ['smb'] }, { mode: 'personal' }, false],
  ])('%s', (_, more, setting, offered) => {
    expect(isOffered(command(more), setting)).toBe(offered)
  })
})

describe('tools', () => {
  const tool = (key: string, more: Partial<Tool> = {}): Tool => ({
    key,
    title: `The ${key}`,
    summary: '',
    industries: ['all'],
    action: { type: 'use-tool', value: key },
    ...more,
  })

  test('become commands, but for those of connected servers', () => {
    const made = toolCommands([tool('tasks.add', { aliases: ['/task'] }), tool('mcp-github.issues'), tool('mcp')])
    expect(made.map(({ id }) => id)).toEqual(['tool.tasks.add', 'tool.mcp'])
    expect(made[0]).toMatchObject({ label: 'The tasks.add', aliases: ['/task'] })
  })

  test('are found by id, title or alias, in any letter case, and not by a part of them', () => {
    const tools = [tool('csv', { title: 'CSV Analyzer', aliases: ['/table'] }), tool('other')]
    for (const name of ['csv', 'CSV', 'csv analyzer', '/TABLE']) expect(findTool(name, tools)?.key, name).toBe('csv')
    expect(findTool('analyzer', tools)).toBeUndefined()
  })

  test('take the place of the catalogue’s command that does the same', () => {
    const own = command({ id: 'tool.x' })
    const other = command({ id: 'y', action: { type: 'route', value: '/y' } })
    expect(withTools([command(), other], [own]).map(({ id }) => id)).toEqual(['tool.x', 'y'])
  })

  test('fall back to the spec’s four, one of which is a dialog', () => {
    expect(fallbackTools.map(({ title }) => title)).toEqual([
      'CSV Analyzer',
      'Finance Dashboard',
      'Developer Tools',
      'Prompt Genie',
    ])
    expect(fallbackTools.some(({ action }) => action.type === 'modal')).toBe(true)
  })
})

describe('what stands in the way of a command is named', () => {
  const free = { kind: 'member', tier: 'FREE' } as const
  test('its plan, the lowest that opens it', () => {
    const locked = command({ needs: { tier: 'pro_plus' } })
    expect(obstacleTo(locked, free)).toEqual({ kind: 'plan', plan: 'TEAM' })
    expect(obstacleTo(locked, { kind: 'member', tier: 'TEAM' })).toBeNull()
    expect(obstacleTo(locked, { kind: 'administrator', tier: 'FREE' })).toBeNull()
  })

  test('that its flag is off, that its module is not here, that it is another’s', () => {
    expect(obstacleTo(command({ featureFlag: 'f' }), free)).toEqual({ kind: 'off' })
    const [gone] = asInstalled([command()], [], [])
    expect(gone && obstacleTo(gone, free)).toEqual({ kind: 'missing' })
    const [here] = asInstalled([command()], [{ id: 'x', route: '/x' }], [])
    expect(here && obstacleTo(here, free)).toBeNull()
    expect(obstacleTo(command({ access: 'administrator' }), free)?.kind).toBe('access')
    expect(obstacleTo(command({ access: 'member' }), { kind: 'guest', tier: 'FREE' })?.kind).toBe('access')
  })
})

test('of a trigger that several share, those for the industry come first, then those for all, then the rest', () => {
  const named = (id: string, industries: string[]) => command({ id, industries, aliases: ['/t'] })
  const all = [named('other', ['legal']), named('any', ['all']), named('own', ['art', 'all'])]
  expect(commandsAt('/T', all, 'art').map(({ id }) => id)).toEqual(['own', 'any', 'other'])
  expect(commandsAt('/t', all).map(({ id }) => id)).toEqual(['other', 'any', 'own'])
  expect(commandsAt('/tt', all)).toEqual([])
})

describe('the search', () => {
  const entry = (label: string, description = '', aliases?: string[]) => ({
    label,
    description,
    ...(aliases && { aliases }),
  })

  test('a substring scores 100 minus its position, in any letter case', () => {
    expect(score('task', 'Task list')).toBe(100)
    expect(score('LIST', 'Task list')).toBe(95)
  })

  test('a subsequence scores 2 a character, and 5 more when the first letters agree', () => {
    expect(score('tl', 'Task list')).toBe(2 * 2 + 5)
    expect(score('sl', 'Task list')).toBe(2 * 2)
    expect(score('lt', 'Talk')).toBe(0)
  })

  test('a description counts half, a trigger as much as the label, and the best of them decides', () => {
    const found = rank('card', [entry('Decks', 'card games'), entry('Flashcards'), entry('Wallet', 'money')])
    expect(found.map(({ label }) => label)).toEqual(['Flashcards', 'Decks'])
    const named = rank('resume', [entry('My resume'), entry('Career', '', ['/career', '/resume'])])
    expect(named.map(({ label }) => label)).toEqual(['Career', 'My resume'])
  })

  test('an empty query gives the first 10 as they stand, a query at most 20, and nothing without a match', () => {
    const many = Array.from({ length: 30 }, (_, index) => entry(`Task ${index}`))
    expect(rank('', many)).toEqual(many.slice(0, 10))
    expect(rank('task', many)).toEqual(many.slice(0, 20))
    expect(rank('zzz', many)).toEqual([])
  })

  test('what is found is sorted by its score and every entry of it matches', () => {
    const text = fc.string({ maxLength: 12 })
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 4 }),
        fc.array(fc.record({ label: text, description: text })),
        (query, entries) => {
          if (query.trim() === '') return
          const points = rank(query, entries).map(({ label, description }) =>
            Math.max(score(query.trim(), label), score(query.trim(), description) / 2),
          )
          expect(
            points.every((value, index) => value > 0 && (index === 0 || value <= (points[index - 1] as number))),
          ).toBe(true)
        },
      ),
    )
  })
})
