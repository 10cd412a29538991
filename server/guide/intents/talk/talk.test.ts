import { describe, expect, test } from 'vitest'
import { converse, world } from '../../test-context.ts'

const { ask } = world()

describe('small talk', () => {
  test.each([
    ['hi', 'talk.greeting'],
    ['hey there!', 'talk.greeting'],
    ['ok, thanks!', 'talk.thanks'],
    ['Hello. How are you?', 'talk.howareyou'],
    ['thanks, bye', 'talk.bye'],
    ['who made you?', 'talk.who'],
    ['What can you do?', 'talk.can'],
    ['tell me a joke', 'talk.joke'],
    ['well done atrium', 'talk.compliment'],
    ['you suck', 'talk.insult'],
    ['yes', 'talk.yesno'],
    ['hm, ok', 'talk.yesno'],
  ])('“%s” is %s', async (said, intent) => {
    expect(await ask(said)).toMatchObject({ intent, how: 'answered' })
  })

  test('never says the same twice in a row', async () => {
    for (const said of [
      'hi',
      'thanks',
      'bye',
      'how are you',
      'who are you',
      'what can you do',
      'a joke please',
      'yes',
      'ok',
    ]) {
      const [one, two, three] = await converse([said, said, said])
      expect([said, one?.markdown]).not.toEqual([said, two?.markdown])
      expect([said, two?.markdown]).not.toEqual([said, three?.markdown])
    }
  })

  test('a yes to an open question is no small talk', async () => {
    const answers = await converse(['/task', 'ok'])
    expect(answers[0]?.markdown).toContain('What should the **title** be?')
    expect(answers[1]?.intent).not.toBe('talk.yesno')
  })

  test('nothing is introduced twice, and no variable of the environment is named', async () => {
    const { markdown } = await ask('who are you', { introduce: true, canConfigure: true })
    expect(markdown.match(/built-in assistant/gu)).toHaveLength(1)
    expect(markdown).not.toMatch(/[A-Z]{3,}_[A-Z]/)
  })
})
