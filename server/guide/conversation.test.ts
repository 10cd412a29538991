import { describe, expect, test } from 'vitest'
import { converse, world } from './test-context.ts'

const { ask } = world()

describe('small talk', () => {
  test.each([
    ['hello', 'Good morning'],
    ['hey, how are you?', 'Working as I should'],
    ['how old are you', 'a program'],
    ['great job!', 'feel nothing'],
    ['you suck', 'sorry'],
    ['what is my name', 'not signed in'],
    ['Good morning!', 'Good morning'],
    ['hey there', 'Good morning'],
    ['thanks a lot', 'You are welcome'],
    ['thank you so much!', 'You are welcome'],
    ['bye', 'Goodbye'],
    ['how are you?', 'Working as I should'],
    ['ok', 'Go on'],
    ['sorry', 'No harm'],
    ['yes', 'no question open'],
    ['never mind', 'Nothing was changed'],
    ['that’s wrong', 'sorry'],
  ])('%s', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('own')
    expect(markdown).toContain(expected)
  })

  test.each([
    'who are you?',
    'are you ChatGPT',
    'are you a human or a bot?',
    'what model are you',
    'Are you Claude?',
    'who made you',
    'are you using GPT-4',
  ])('%s is answered honestly', async (question) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('own')
    expect(markdown).toContain('built-in assistant of Atrium')
    expect(markdown).toContain('not ChatGPT, Claude, Gemini or any other language model')
  })

  test('does not say that nothing was changed when something was', async () => {
    const [saved, cancelled] = await converse(['add a task buy milk', 'cancel'])
    expect(saved?.markdown).toContain('Saved')
    expect(cancelled?.markdown).toContain('saved already. Press **Undo**')
  })

  test('counts questions as what one has said, and names the person by the account', async () => {
    const answers = await converse(['hi', '17% of 50', 'how many questions have I asked', 'what is my name?'], {
      personName: 'Eva',
    })
    expect(answers[2]?.markdown).toContain('**3 from you**')
    expect(answers[3]?.markdown).toContain('called Eva')
  })

  test('greets by name and by the hour of the person', async () => {
    expect((await ask('hi', { personName: 'Eva' })).markdown).toContain('Good morning, Eva.')
    expect((await ask('hi', { timeZone: 'Asia/Tokyo' })).markdown).toContain('Good evening')
  })
})

describe('beyond the Guide', () => {
  test.each([
    ['call mom', 'reach nothing outside this workspace'],
    ['set a timer for 10 minutes', 'no alarm or timer'],
    ['into German, please', 'Translating is beyond me'],
  ])('%s: %s', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('beyond')
    expect(markdown).toContain(expected)
  })

  test.each([
    'how do I change my shoes',
    'how do I delete my boss',
    'where is the terms of service',
    'can I export my furniture',
  ])('offers nothing for “%s” that only shares a word with it', async (question) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('beyond')
    expect(markdown).not.toContain('comes nearest')
  })

  test.each([
    '1-800-555-1234',
    '(555) 123-4567',
    '123-45-6789',
    '978-3-16-148410-0',
    '4111-1111-1111-1111',
    '12:30',
    '192.168.1.1',
  ])('%s is a number of something and no calculation', async (question) => {
    expect((await ask(question)).skill).toBe('beyond')
  })

  test.each([
    'What is the capital of France?',
    'Who won in 2018?',
    '5 tips for sleep',
    'plan B',
    'what is finance?',
    'How do I start a business?',
    'How do I bake bread?',
    'write a poem about rain',
    'translate hello to French',
    "what's the weather",
    'who is the president',
    'explain quantum physics',
    'is it going to rain tomorrow',
    'what should I cook tonight',
    'how many people live in Germany',
    'write a python function',
    'draw a picture of a cat',
    'what is the meaning of life',
    'I am sad',
    'Why is the sky blue?',
    'asdfgh',
    '?',
    '...',
    '1',
    '😀',
    'Wie heißt die Hauptstadt von Frankreich?',
    '今天天气怎么样',
    'what is the difference between a virus and a bacterium',
  ])('%s', async (question) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('beyond')
    expect(markdown).toMatch(/beyond me|do not know/u)
    expect(markdown).toContain('ask the administrator')
  })

  test('names what comes nearest, and nothing that does not', async () => {
    expect((await ask('How do I start a business?')).markdown).toContain('[Business](/spaces/business)')
    expect((await ask('What is the capital of France?')).markdown).not.toContain('/spaces/')
  })

  test('tells administrators the settings, and everybody else whom to ask', async () => {
    expect((await ask('why is the sky blue', { canConfigure: true })).markdown).toContain('`OPENAI_API_KEY`')
    expect((await ask('why is the sky blue')).markdown).not.toContain('OPENAI_API_KEY')
  })

  test('says once who is answering, and not twice in one answer', async () => {
    expect((await ask('17% of 50', { introduce: true })).markdown).toMatch(
      /\*I am Atrium's built-in assistant, not a language model\..*\*$/u,
    )
    expect((await ask('17% of 50')).markdown).not.toContain('built-in')
    expect((await ask('who are you', { introduce: true })).markdown.match(/ask the administrator/gu)).toHaveLength(1)
    expect(
      (await ask('why is the sky blue', { introduce: true })).markdown.match(/ask the administrator/gu),
    ).toHaveLength(1)
  })
})

describe('questions about the conversation', () => {
  const talk = ['days until 1 March', 'convert 5 km to miles', 'write a poem']
  const after = async (question: string) => (await converse([...talk, question])).at(-1)

  test.each([
    ['what did I ask first?', '“days until 1 March”'],
    ['What was my first question?', '“days until 1 March”'],
    ['what was my last question', '“write a poem”'],
    ['how many messages so far?', '**7 messages**'],
    ['how many questions did I ask', '4 from you'],
    ['summarise this conversation', '“convert 5 km to miles”'],
    ['what have we talked about so far?', '**45 days**'.replaceAll('*', '')],
    ['what did you say about miles?', '3.106856 mi'],
    ['did I mention a poem?', '“write a poem”'],
    ['did we talk about dragons', 'Nothing about “dragons”'],
    ['when did we start?', 'began on **Thursday, January 15, 2026'],
    ['what did you just say?', 'free kind'],
  ])('%s', async (question, expected) => {
    const given = await after(question)
    expect(given?.skill).toBe('thread')
    expect(given?.markdown).toContain(expected)
  })

  test('at the beginning there is nothing to tell', async () => {
    expect((await ask('what did I ask first?')).markdown).toContain('nothing was said before')
    expect((await ask('when did we start')).markdown).toContain('starts with this message')
  })
})
