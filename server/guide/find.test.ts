import { describe, expect, test } from 'vitest'
import { Environment } from '../platform/config.ts'
import { helpPages } from './knowledge/help.ts'
import { abilities } from './knowledge/overview.ts'
import { skills } from './skills.ts'
import { file, world } from './test-context.ts'

const { ask, context } = world()

describe('finding things', () => {
  test.each([
    ['where is the Legal space?', '[Legal](/spaces/legal)'],
    ['open the music space', '[Music](/spaces/music)'],
    ['open tasks', '[Tasks](/tasks)'],
    ['go to flashcards', '[Flashcards](/flash)'],
    ['how do I use flashcards?', '“add a card … - …”'],
    ['flashcards', '[Flashcards](/flash)'],
    ['do you have a module for invoices?', '/invoices'],
    ['which module is for weight', '[Health](/health)'],
    ['find flashcrads', '[Flashcards](/flash)'],
    ['what spaces are there?', 'There are 24 Spaces'],
    ['list the modules', '4 modules are installed'],
    ['show me the personas', '**Hustler**'],
    ['which commands are there', '**/task**'],
    ['go to settings', '[Profile and settings](/profile)'],
    ['where is my profile', '[Profile and settings](/profile)'],
  ])('%s', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('find')
    expect(markdown).toContain(expected)
  })

  test.each([
    ['How do I attach a file?', 'Attaching files'],
    ['can I upload a pdf', 'Attaching files'],
    ['how big can a file be?', '50 MB'],
    ['how can I connect a model', '`OPENAI_API_KEY`'],
    ['Where do I put my OpenAI key?', '**Your own keys**'],
    ['can I use Claude here?', '`ANTHROPIC_API_KEY`'],
    ['how do I use a local model', '`OPENAI_BASE_URL`'],
    ['how do I edit a message?', '**Edit**'],
    ['regenerate a reply', 'Answer again'],
    ['what are branches?', '**2/3**'],
    ['how do I stop a reply', '**Continue**'],
    ['how do I search my messages?', '⌘+Shift+F'],
    ['what is a persona?', '**Hustler**'],
    ['how do I change the persona', 'menu at the message box'],
    ['what is a space?', 'focuses the conversation'],
    ['keyboard shortcuts', 'Shift+Enter'],
    ['how do I turn on dark mode?', '**Theme**'],
    ['where is my data stored?', '`DATA_DIR`'],
    ['is my data private?', 'sends nothing anywhere'],
    ['who can read my messages', 'Privacy'],
    ['undo that', '**Undo**'],
    ['I deleted something by mistake', '30 days'],
    ['how do I create an account?', 'Continue as guest'],
    ['do I need an account', 'Continue as guest'],
    ['what is Atrium?', 'what I can help with'],
    ['can you see images?', 'does not see images'],
    ['max file size', '50 MB'],
    ['who can see my chats', 'Privacy'],
    ['I deleted a chat by accident', '30 days'],
    ['forgot my password', 'ask an administrator for one'],
    ['how do I change my email', '/settings/profile'],
    ['how do I delete my account', '**Delete account…**'],
    ['can I export my chats', '**Download everything**'],
    ['kick someone out', '**Remove**'],
    ['make it dark', 'Match system'],
    ['2fa', '/settings/security'],
    ['how do I log out', '**Sign out** stands in the account menu'],
    ['remember that I like tea', 'switched off'],
    ['what do you remember about me?', 'switched off'],
  ])('%s is answered from the help pages', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('own')
    expect(markdown).toContain(expected)
  })

  test.each(['how old are you', 'read it to me', 'what is old'])(
    '“%s” shares one word with a help page and is not about it',
    async (question) => {
      expect((await ask(question)).skill).not.toBe('find')
    },
  )

  test('help about a page of its own links to it', async () => {
    expect((await ask('what is a space?')).markdown).toContain('Open: [/spaces](/spaces)')
    expect((await ask('how do I edit a message?')).markdown).not.toContain('Open:')
  })

  test('the four suggestions get four different answers', async () => {
    const chips = [
      'What can you help me with?',
      'Show me your capabilities',
      "Let's start a project",
      'How does this work?',
    ]
    const answers = await Promise.all(chips.map((chip) => ask(chip)))
    expect(answers.map(({ skill }) => skill)).toEqual(['own', 'own', 'draft', 'own'])
    expect(new Set(answers.map(({ markdown }) => markdown)).size).toBe(4)
    expect(answers[0]?.markdown).toContain('“add a task …”')
    expect(answers[1]?.markdown).toContain('| [Tasks](/tasks) | Add a task | /task, “add a task …”')
    expect(answers[2]?.markdown).toContain('What should be true when it is done?')
    expect(answers[3]?.markdown).toContain('**Type /**')
  })

  test('what the overview says is what the skills do', async () => {
    const files = [
      file('sales.csv', 'region,amount\nNorth,1\nSouth,2\n'),
      file('note.txt', 'The roof leaks when it rains in autumn. It should be repaired before winter comes this year.'),
    ]
    for (const { skill, examples } of abilities) {
      for (const example of examples) expect([example, (await ask(example, { files })).skill]).toEqual([example, skill])
    }
  })

  test('every example that a help page gives for itself finds that page', async () => {
    const astray: string[] = []
    for (const page of await helpPages()) {
      for (const asked of page.asks)
        if (!(await ask(asked)).markdown.includes(page.body.slice(0, 40))) astray.push(`${page.key}: ${asked}`)
    }
    expect(astray).toEqual([])
  })

  test('help names only settings that exist', async () => {
    const known = new Set(Object.keys(Environment.shape))
    for (const page of await helpPages()) {
      for (const [name] of page.body.matchAll(/\b[A-Z][A-Z_]{5,}\b/gu))
        expect([page.key, known.has(name) ? name : `${name} is no setting`]).toEqual([page.key, name])
    }
  })

  test('the overview lists no module that is not installed', async () => {
    const { markdown } = await ask('what can you do?', { modules: [] })
    expect(markdown).not.toContain('Tasks')
    expect((await ask('list the modules', { modules: [] })).markdown).toBe('No modules are installed here.')
  })
})

describe('choosing a skill', () => {
  test('one claims every question, whatever the others do', async () => {
    const claims = await Promise.all(skills.map((skill) => skill(context('zxcv qwerty'))))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  test('the same question gets the same answer', async () => {
    for (const question of ['17% of 50', 'open tasks', 'what is finance?', 'compare tea and coffee'])
      expect(await ask(question)).toEqual(await ask(question))
  })
})
