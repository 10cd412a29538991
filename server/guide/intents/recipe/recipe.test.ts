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
