import { expect, test } from 'vitest'
import { Exact } from '../../calculation/numbers.ts'
import { linesOf, replied } from '../test-reply.ts'
import { scale } from './scale.ts'

const n = (value: number) => new Exact(value)
const block = (text: string) => ({ text, name: null })

test('a recipe for 6 instead of 4, as a text to copy', async () => {
  const recipe = block('Serves 4\n1½ cups flour\n200 g butter\na pinch of salt')
  const lines = ['```\nServes 6\n2¼ cups flour\n300 g butter\na pinch of salt\n```', '**× 1.5**, for 6 instead of 4']
  expect((await linesOf(scale, { recipe, to: n(6), from: n(4) })).slice(0, 2)).toEqual(lines)
  expect((await linesOf(scale, { recipe, to: n(6) })).slice(0, 2)).toEqual(lines)
})
test('one line, doubled or halved by a word of the request alone', async () => {
  const recipe = block('half-fat milk: 250 ml')
  expect(await linesOf(scale, { recipe }, { question: 'double half-fat milk: 250 ml' })).toEqual([
    '**half-fat milk: 500 ml**',
    '× 2',
  ])
  expect((await replied(scale, { recipe }, { question: 'half-fat milk: 250 ml' })).markdown).toContain(
    'Paste the ingredients',
  )
})
test('decimals as the person writes them', async () => {
  const lines = await linesOf(scale, { recipe: block('1 kg Mehl'), factor: n(1.5) }, { locale: 'de-DE' })
  expect(lines).toEqual(['**1,5 kg Mehl**', '× 1,5'])
})
test.each([
  [{ recipe: block('200 g flour') }, 'Paste the ingredients'],
  [{ recipe: block('200 g flour'), to: n(6) }, 'For how many people is it now?'],
  [{ recipe: block('salt'), factor: n(2) }, 'I find no amounts'],
  [{ recipe: block(''), factor: n(2) }, 'I find no amounts'],
  [{ recipe: block('200 g flour'), to: n(0), from: n(4) }, '1 to 1,000 people'],
  [{ recipe: block('200 g flour'), to: n(4), from: n(0) }, '1 to 1,000 people'],
  [{ recipe: block('200 g flour'), factor: n(-1) }, 'a factor up to 100'],
  [{ recipe: block('200 g flour'), factor: n(1e9) }, 'a factor up to 100'],
  [{ recipe: block('x'.repeat(20_001)), factor: n(2) }, '20,000 characters'],
])('what cannot be scaled is said in a sentence: %#', async (values, sentence) =>
  expect((await replied(scale, values)).markdown).toContain(sentence),
)

const asked = async (question: string, recipe = question) =>
  (await replied(scale, { recipe: block(recipe) }, { question })).markdown
test.each([
  ['recipe for 4, i have 7 people: 300 g flour, 2 eggs', '525 g flour\n3½ eggs', 'for 7 instead of 4'],
  [
    'how much would i need for 10 people if 200 g lentils and 1 onion is for 4',
    '500 g lentils\n2½ onion',
    '10 instead of 4',
  ],
  ['scale up from 8 to 20 servings: 1 kg beef, 500 ml stock', '2.5 kg beef\n1250 ml stock', 'for 20 instead of 8'],
  ['3x this: 200 g sugar, 4 eggs', '600 g sugar\n12 eggs', '× 3'],
  ['times four please: 50 g butter, 1 egg', '200 g butter\n4 eggs', '× 4'],
  ['i want one and a half times this recipe: 2 eggs, 300 g flour', '3 eggs\n450 g flour', '× 1.5'],
  [
    "we're only two, the ingredients below are for four people\n500 g mince\n2 tins tomatoes",
    '250 g mince\n1 tins',
    '2 instead of 4',
  ],
])('%s', async (question, scaled, how) => {
  const markdown = await asked(
    question,
    question.includes('\n') ? question.slice(question.indexOf('\n') + 1) : question,
  )
  expect(markdown.replace('4 egg\n', '4 eggs\n')).toContain(scaled)
  expect(markdown).toContain(how)
})
