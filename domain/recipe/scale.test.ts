import { expect, test } from 'vitest'
import { Exact } from '../numbers/exact.ts'
import { readAmount } from './amounts.ts'
import { scaleRecipe } from './scale.ts'

const scaled = (text: string, factor: number | string, decimal = '.') =>
  scaleRecipe(text, { factor: new Exact(factor), decimal }).text

test('amounts as cooks write them', () => {
  const values = [
    '3',
    '1.5',
    '1,5',
    '½',
    '1½',
    '1 ½',
    '1/2',
    '1 1/2',
    '1 e 1/2',
    '1と1/2',
    '1.500',
    '1,250.5',
    '0.125',
    '1 000',
    '1/0',
  ]
  expect(values.map((text) => readAmount(text)?.value.toFixed())).toEqual([
    '3',
    '1.5',
    '1.5',
    '0.5',
    '1.5',
    '1.5',
    '0.5',
    '1.5',
    '1.5',
    '1.5',
    '1500',
    '1250.5',
    '0.125',
    '1000',
    undefined,
  ])
})
test.each([
  ['1½ cups flour', '1.5', '2¼ cups flour'],
  ['1 1/2 cups flour', '2', '3 cups flour'],
  ['1/3 cup oil', '2', '2/3 cup oil'],
  ['¼ tsp salt', '0.5', '⅛ tsp salt'],
  ['3 eggs', '1.5', '4½ eggs'],
  ['2-3 cloves of garlic', '2', '4-6 cloves of garlic'],
  ['4 to 6 potatoes', '0.5', '2 to 3 potatoes'],
  ['- 250 g butter', '1.5', '- 375 g butter'],
  ['• 100ml cream', '0.25', '• 25ml cream'],
  ['1. 2 cups rice', '2', '1. 4 cups rice'],
  ['1 cup (240 ml) milk', '2', '2 cup (480 ml) milk'],
  ['2 (400 g) cans of tomatoes', '2', '4 (400 g) cans of tomatoes'],
  ['2 400g tins of beans', '2', '4 400g tins of beans'],
  ['2 x 400 g tins', '1.5', '3 x 400 g tins'],
  ['Flour: 200 g', '1.5', 'Flour: 300 g'],
  ['Mehl 200g', '2', 'Mehl 400g'],
  ['1.2 cups sugar', '2', '2.4 cups sugar'],
  ['1 cup sugar', '1.2', '1.2 cup sugar'],
  ['1 000 g flour', '1.5', '1500 g flour'],
  ['2 mint leaves', '2', '4 mint leaves'],
  ['0.1 g saffron', '0.01', '0.001 g saffron'],
  ['卵 2個', '2', '卵 4個'],
  ['砂糖 大さじ1と1/2', '2', '砂糖 大さじ3'],
  ['牛奶200毫升', '1.5', '牛奶300毫升'],
])('%s times %s is %s', (line, factor, result) => expect(scaled(line, factor)).toBe(result))
test('a decimal that was not there before has the mark of the place', () => {
  expect(scaled('1 kg Mehl', '1.5', ',')).toBe('1,5 kg Mehl')
  expect(scaled('1,5 kg Mehl', '0.5', '.')).toBe('0,75 kg Mehl')
})
test.each([
  ...[
    '1. Preheat the oven to 180 °C',
    '20 minutes in the oven',
    '180 °C',
    '10:30 start',
    'Salt and pepper',
    '9 inch pan',
  ],
  ...[
    'Bake for 20 minutes',
    'Mix all. Bake at 200',
    '',
    '2',
    '15 Minuten backen',
    '1/0 cup nothing',
    '20 мин в духовке',
    '焼く時間 20分',
  ],
])('“%s” stays as it is', (line) =>
  expect(scaleRecipe(line, { factor: new Exact(2), decimal: '.' })).toEqual({ text: line, changed: 0 }),
)
test('a whole recipe, its people too', () => {
  const recipe = 'Pancakes\nServes 4\n\n2 cups flour\n300 ml milk\nsalt\n\n1. Mix everything.\n2. Fry for 2 minutes.'
  const result = scaleRecipe(recipe, {
    factor: new Exact('1.5'),
    decimal: '.',
    isServings: (line) => line.startsWith('Serves'),
  })
  expect(result).toEqual({
    text: 'Pancakes\nServes 6\n\n3 cups flour\n450 ml milk\nsalt\n\n1. Mix everything.\n2. Fry for 2 minutes.',
    changed: 3,
  })
})
test('a line of digits is read in no time', () => {
  const line = '1 '.repeat(190)
  expect(scaleRecipe(`${line}\n`.repeat(50), { factor: new Exact(2), decimal: '.' }).text).toBeTypeOf('string')
})
