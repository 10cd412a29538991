import { expect, test } from 'vitest'
import { type Mutant, mutantsOf, sampleOf, withAll } from './mutants.ts'

const applied = (source: string, { start, end, becomes }: Mutant) =>
  source.slice(0, start) + becomes + source.slice(end)
const all = (source: string) => mutantsOf('it.ts', source).map((mutant) => applied(source, mutant))

test('operators, conditions, negations, booleans, numbers and statements are mutated, each alone', () => {
  expect(all('const a = b < c')).toEqual(['const a = (b <= c)', 'const a = (b >= c)'])
  expect(all('const a = b && !c')).toEqual(['const a = (b || !c)', 'const a = b && (c)'])
  expect(all('const a = b ? c : d')).toEqual(['const a = (true) ? c : d', 'const a = (false) ? c : d'])
  expect(all('const a = true')).toEqual(['const a = false'])
  expect(all('const a = 9')).toEqual(['const a = 10'])
  expect(all('say()')).toEqual([';'])
  expect(all('if (a) throw b')).toEqual(['if ((true)) throw b', 'if ((false)) throw b', 'if (a) ;'])
})

test('types, imports and texts that are joined are not', () => {
  expect(
    all("import { a } from 'b'\ntype C = 1 | 2\ninterface D { e: true }\nconst f: 3 = g as 4\nconst h = 'i' + j"),
  ).toEqual([])
})

test('a sample is the same for the same seed, and holds nothing twice', () => {
  const numbers = Array.from({ length: 100 }, (_, at) => at)
  const drawn = sampleOf(numbers, 20, 7)
  expect(sampleOf(numbers, 20, 7)).toEqual(drawn)
  expect(sampleOf(numbers, 20, 8)).not.toEqual(drawn)
  expect(new Set(drawn).size).toBe(20)
  expect(sampleOf(numbers, 200, 7).sort((a, b) => a - b)).toEqual(numbers)
})

test('all mutants of a source fit into it at once, each asleep until it is asked for', () => {
  const source = `
const told = []
const tell = (text: string) => { told.push(text) }
function judge(a: number, b: number | null) {
  if (a > 1 && b !== null) tell('many')
  else tell('few')
  ;a > 2 && tell('more')
  ;b ?? a ?? tell('none')
  return told.splice(0).join()
}
return judge(2, 7)`
  const plain = source.replace(/: (string\[\]|string|number \| null|number)(?=[,) ])/g, '')
  const whole = `function it() {${plain}\n}`
  const said = (text: string, active: number) =>
    Function('globalThis', `${text}\nreturn it()`)({ isMutated: (number: number) => number === active })
  const mutants = mutantsOf('it.js', whole)
  const everything = withAll(whole, new Map(mutants.entries()))
  expect(mutants.length).toBeGreaterThan(15)
  expect(said(everything, -1)).toBe('many')
  for (const [number, mutant] of mutants.entries())
    expect(said(everything, number), mutant.what).toBe(said(applied(whole, mutant), -1))
})
