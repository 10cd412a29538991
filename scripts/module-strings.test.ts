import { expect, test } from 'vitest'
import { languages, moduleProblems, modules, unfinished, unusedOf } from './module-strings.mjs'

const IS_MISSING = / is missing: /

test.each(modules)(
  'what %s says has its placeholders in every language, and nothing is missing or left over',
  async (id) => {
    const all = await Promise.all(languages.map(async (tag) => [tag, await moduleProblems(id, tag)] as const))
    const held = (line: string) => !(unfinished.includes(id) && IS_MISSING.test(line))
    expect(all.flatMap(([tag, lines]) => lines.filter(held).map((line) => `${tag} ${line}`))).toEqual([])
  },
)

test.each(modules)('every string of %s is used', (id) => {
  expect(unusedOf(id)).toEqual([])
})
