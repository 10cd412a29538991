import { AppError } from '@atrium/contract/errors'
import { describe, expect, test } from 'vitest'
import { converse, world } from './test-context.ts'

describe('actions from sentences', () => {
  test.each([
    ['add a task buy milk', { title: 'buy milk' }],
    ['Please add a task to buy milk', { title: 'buy milk' }],
    ['can you create a new task called buy milk?', { title: 'buy milk' }],
    ['add task: buy milk, thanks', { title: 'buy milk' }],
    ['Add a task "buy milk & eggs"', { title: 'buy milk & eggs' }],
    ['todo: water the plants.', { title: 'water the plants' }],
    ['remind me to pay rent on 1 February', { title: 'pay rent', due: '2026-02-01T22:59:00.000Z' }],
    ['add a task buy milk by Friday', { title: 'buy milk', due: '2026-01-16T22:59:00.000Z' }],
    [
      'Could you add a task call Bob tomorrow at 5pm with high priority?',
      { title: 'call Bob', due: '2026-01-16T16:00:00.000Z', priority: 'high' },
    ],
    ['add a task tidy up, priority low', { title: 'tidy up', priority: 'low' }],
    ['add a task buy May flowers', { title: 'buy May flowers' }],
    ['add a task read 1984', { title: 'read 1984' }],
    ['add a task ask Bob: is it done?', { title: 'ask Bob: is it done?' }],
  ])('%s', async (sentence, input) => {
    const { ask, calls } = world()
    const { skill } = await ask(sentence)
    expect(skill).toBe('act')
    expect(calls).toEqual([{ action: 'tasks.add', input }])
  })

  test.each([
    ['log 72.4 kg', 'health.weigh', { weight: 72.4 }, 'en'],
    ['log 72.4kg', 'health.weigh', { weight: 72.4 }, 'en'],
    ['log 72,4 kg', 'health.weigh', { weight: 72.4 }, 'de'],
    ['my weight is seventy kg', 'health.weigh', { weight: 70 }, 'en'],
    ['flashcard: dog = Hund', 'flash.add', { front: 'dog', back: 'Hund' }, 'en'],
    ['add a card the dog - der Hund', 'flash.add', { front: 'the dog', back: 'der Hund' }, 'en'],
    ['show me all my tasks', 'tasks.list', {}, 'en'],
    ['what are my high priority tasks?', 'tasks.list', { priority: 'high' }, 'en'],
    ['clear my finished tasks', 'tasks.clear', {}, 'en'],
  ])('%s', async (sentence, action, input, locale) => {
    const { ask, calls } = world({ locale })
    await ask(sentence)
    expect(calls).toEqual([{ action, input }])
  })

  test('a pattern of everyday words is told by its choice, and leaves other questions alone', async () => {
    const { ask, calls } = world()
    expect((await ask('what is the weight of the moon?')).markdown).not.toContain('one of')
    expect((await ask('what is the number of open tasks?')).skill).toBe('act')
    expect(calls).toEqual([{ action: 'tasks.figure', input: { how: 'number', of: 'open tasks' } }])
  })

  test('shows what was saved and that it can be undone', async () => {
    const { markdown } = await world().ask('add a task buy milk')
    expect(markdown).toContain('Saved in [Tasks](/tasks)')
    expect(markdown).toContain('| Title | buy milk |')
    expect(markdown).toContain('**Undo**')
    expect(markdown).not.toContain('018f')
  })

  test('a title cannot break the table that shows it', async () => {
    const { markdown } = await world().ask('add a task a | b **c** <img src=x>')
    expect(markdown).toContain('| Title | a \\| b \\*\\*c\\*\\* \\<img src=x\\> |')
  })

  test('a list is shown with its count: none, one, many, more than twenty', async () => {
    const none = world()
    expect((await none.ask('show my tasks')).markdown).toContain('nothing')
    const many = world()
    await many.ask('add a task number 1')
    expect((await many.ask('show my tasks')).markdown).toContain('**Open tasks**: 1.')
    for (let index = 2; index <= 23; index++) await many.ask(`add a task number ${index}`)
    const { markdown } = await many.ask('show my tasks')
    expect(markdown).toContain('**Open tasks**: 23.')
    expect(markdown.match(/\| number \d+ \|/gu)).toHaveLength(20)
    expect(markdown).toContain('and 3 more')
  })

  test('asks for exactly the missing field and fills it from the next answer', async () => {
    const there = world()
    const [asked, done] = await converse(['add a task', 'buy milk tomorrow'], {}, there)
    expect(asked?.markdown).toContain('What should the **title** be?')
    expect(done?.skill).toBe('act')
    expect(there.calls).toEqual([
      { action: 'tasks.add', input: { title: 'buy milk', due: '2026-01-16T22:59:00.000Z' } },
    ])
  })

  test('asks for one field after the other', async () => {
    const there = world()
    const answers = await converse(['/card', 'dog', 'Hund'], {}, there)
    expect(answers[0]?.markdown).toContain('**front**')
    expect(answers[1]?.markdown).toContain('**back**')
    expect(there.calls).toEqual([{ action: 'flash.add', input: { front: 'dog', back: 'Hund' } }])
  })

  test('asks for what a sentence left out, in the order of the sentence', async () => {
    const there = world()
    await there.ask('mark buy milk as done')
    const marked = await converse(['mark as done', 'buy milk'], {}, there)
    expect(marked[0]?.markdown).toContain('What should the **title** be?')
    await converse(['postpone', 'the dentist', 'Friday at 3pm'], {}, there)
    await there.ask('what are my priority tasks?')
    expect(there.calls).toEqual([
      { action: 'tasks.done', input: { title: 'buy milk' } },
      { action: 'tasks.done', input: { title: 'buy milk' } },
      { action: 'tasks.postpone', input: { title: 'the dentist', when: 'Friday at 3pm' } },
      { action: 'tasks.list', input: {} },
    ])
  })

  test('asks again for an answer of the wrong kind, and takes the next one', async () => {
    const there = world()
    const answers = await converse(['I slept 7 hours', 'maybe', 'yes'], {}, there)
    expect(answers[1]?.markdown).toContain('could not tell which “maybe” is')
    expect(there.calls).toEqual([{ action: 'health.sleep', input: { hours: 7, good: true } }])
  })

  test('says which field is wrong and why, and runs nothing', async () => {
    const there = world()
    expect((await there.ask('my weight is 700 kg')).markdown).toContain(
      'The weight must be at most 500; you gave “700”.',
    )
    expect((await there.ask('log a weight of much')).markdown).toContain('What should the **weight** be?')
    expect(there.calls).toEqual([])
    await converse(['my weight is 700 kg', '70'], {}, there)
    expect(there.calls).toEqual([{ action: 'health.weigh', input: { weight: 70 } }])
  })

  test('a question can be left: by cancelling, or by asking something else', async () => {
    const there = world()
    const cancelled = await converse(['add a task', 'cancel'], {}, there)
    expect(cancelled[1]?.markdown).toBe('Cancelled. Nothing was saved.')
    const other = await converse(['add a task', 'what is 2+2?', 'hello'], {}, there)
    expect(other.map(({ skill }) => skill)).toEqual(['act', 'arithmetic', 'own'])
    expect(there.calls).toEqual([])
  })

  test('only a question that the Guide would ask at this point is taken for its own', async () => {
    const { ask, calls } = world()
    const at = new Date('2026-01-15T10:00:00Z')
    const turns = [
      { role: 'user' as const, text: 'add a task', at },
      { role: 'assistant' as const, text: 'What should the **colour** be?', at },
    ]
    expect((await ask('green', { turns })).skill).toBe('beyond')
    expect(calls).toEqual([])
  })

  test('a sentence of two modules lists both instead of choosing', async () => {
    const { ask, calls } = world()
    const { markdown } = await ask('jot down an idea')
    expect(markdown).toContain('Note an idea')
    expect(markdown).toContain('Note an expense')
    expect(calls).toEqual([])
  })

  test.each([
    ['remind me tomorrow to call the dentist', { title: 'call the dentist', due: '2026-01-16T22:59:00.000Z' }],
    ['Can you remind me tomorrow at 5pm to call mum?', { title: 'call mum', due: '2026-01-16T16:00:00.000Z' }],
    ['remind me on Friday to pay rent', { title: 'pay rent', due: '2026-01-16T22:59:00.000Z' }],
    ['remind me in 2 hours to check the oven', { title: 'check the oven', due: '2026-01-15T12:30:00.000Z' }],
    ['set a reminder to buy milk tomorrow', { title: 'buy milk', due: '2026-01-16T22:59:00.000Z' }],
  ])('%s', async (sentence, input) => {
    const { ask, calls } = world()
    await ask(sentence)
    expect(calls).toEqual([{ action: 'tasks.add', input }])
  })

  test('“it” names nothing, and is asked for', async () => {
    const { ask, calls } = world()
    expect((await ask('mark it as done')).markdown).toContain('What should the **title** be?')
    expect((await ask('send it')).skill).not.toBe('act')
    expect(calls).toEqual([])
  })

  test('what leaves the workspace is shown and not done', async () => {
    const { ask, calls } = world()
    const { markdown } = await ask('invoice Acme 1,200')
    expect(markdown).toContain('cannot be undone, so I do not do it from a sentence')
    expect(markdown).toContain('[Invoices](/invoices)')
    expect(markdown).toContain('| Customer | Acme |')
    expect(markdown).toContain('| Amount | 1,200 |')
    expect(calls).toEqual([])
  })

  test('a refusal is told in its own sentence; a fault is not hidden', async () => {
    const refuse = async () => {
      throw new AppError('tier_required', 'Tasks come with the Hustle plan.')
    }
    expect((await world({ act: refuse }).ask('add a task buy milk')).markdown).toBe(
      'Add a task: not done. Tasks come with the Hustle plan.',
    )
    const fail = async () => {
      throw new Error('disk full')
    }
    await expect(world({ act: fail }).ask('add a task buy milk')).rejects.toThrow('disk full')
  })

  test.each([
    'I want to lose weight',
    'add salt to taste',
    'how do I add a task force to my team?',
    'show business is hard',
    'my task is difficult',
  ])('runs nothing for “%s”', async (sentence) => {
    const { ask, calls } = world()
    await ask(sentence)
    expect(calls).toEqual([])
  })
})

describe('slash commands', () => {
  test.each([
    ['/task buy bread', 'tasks.add', { title: 'buy bread' }],
    ['/TASK buy bread tomorrow', 'tasks.add', { title: 'buy bread', due: '2026-01-16T22:59:00.000Z' }],
    ['/weigh 71', 'health.weigh', { weight: 71 }],
    ['/card the dog - der Hund', 'flash.add', { front: 'the dog', back: 'der Hund' }],
  ])('%s', async (command, action, input) => {
    const { ask, calls } = world()
    await ask(command)
    expect(calls).toEqual([{ action, input }])
  })

  test('a module’s command opens its page and says what can be said to it', async () => {
    const { markdown } = await world().ask('/tasks')
    expect(markdown).toContain('[Tasks](/tasks)')
    expect(markdown).toContain('“add a task …”')
  })

  test('a mistyped command gets the nearest ones', async () => {
    expect((await world().ask('/tsk buy milk')).markdown).toContain('Did you mean **/task**')
    expect((await world().ask('/nothinglikeit')).markdown).toContain('There is no command **/nothinglikeit** here.')
    // The catalogue's own: not installed, a page, something of the page itself.
    expect((await world().ask('/chess e4')).markdown).toContain('**Chess** is not installed here')
    expect((await world().ask('/tools')).markdown).toContain('**[Tools](/tools)**')
    expect((await world().ask('/theme dark')).markdown).toContain('press Ctrl K')
  })
})
