import { expect, test } from 'vitest'
import { readMeasures } from '../coo/measures-file.ts'
import { readStatement } from '../cpa/bank-lines.ts'

test('a figure that could be either is read as the rest of its column is written', () => {
  const values = (...texts: string[]) =>
    readMeasures({
      name: 'm.csv',
      text: `date;measure;value\n${texts.map((text, at) => `2026-01-0${at + 1};Hours;${text}`).join('\n')}`,
    }).measures[0]?.points.map(({ value }) => value)
  expect(values('1.125', '8.25')).toEqual([1.125, 8.25])
  expect(values('1.125', '8,25')).toEqual([1125, 8.25])
  expect(values('1.125', '8')).toEqual([1125, 8])
})
test('so are the amounts of a bank statement', () => {
  const text = 'date;amount;text\n2026-01-02;1,234;A\n2026-01-03;12,50;B\n'
  expect(readStatement({ name: 'bank.csv', text }, 'KWD').movements.map(({ amount }) => amount)).toEqual([1234, 12500])
})
