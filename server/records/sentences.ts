import type { Action } from '@atrium/contract/module'
import { z } from 'zod'

const shapeOf = (schema: unknown): Record<string, unknown> =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>) : {}

const rowOf = (schema: unknown): Record<string, unknown> =>
  schema instanceof z.ZodArray ? shapeOf(schema.element) : {}

/** What is wrong with the sentences of an action: fields that it neither takes nor gives. */
export function faultsInSentences(name: string, { input, output, examples = [], resultTemplate }: Action): string[] {
  const taken = shapeOf(input)
  const given = { ...taken, ...shapeOf(output) }
  const list =
    typeof resultTemplate === 'object'
      ? resultTemplate.list === undefined
        ? output
        : shapeOf(output)[resultTemplate.list]
      : null
  const of: [readonly (string | undefined)[], Record<string, unknown>, string][] = [
    [examples, taken, 'does not take'],
    [
      typeof resultTemplate === 'string' ? [resultTemplate] : [resultTemplate?.none, resultTemplate?.after],
      given,
      'neither takes nor gives',
    ],
    [
      typeof resultTemplate === 'object' ? [resultTemplate.each] : [],
      { ...given, ...rowOf(list) },
      'neither takes nor gives',
    ],
  ]
  const faults = of.flatMap(([sentences, known, lacks]) =>
    sentences.flatMap((sentence = '') =>
      [...sentence.matchAll(/\{(\w+)\}/g)]
        .filter(([, field]) => !Object.hasOwn(known, field as string))
        .map(() => `“${sentence}” of “${name}” names a field it ${lacks}`),
    ),
  )
  if (list !== null && !(list instanceof z.ZodArray)) faults.push(`“${name}” tells of a list that it does not give`)
  return faults
}
