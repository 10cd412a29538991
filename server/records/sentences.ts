import type { Action } from '@atrium/contract/module'
import { z } from 'zod'

const shapeOf = (schema: unknown): Record<string, unknown> =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>) : {}

const rowOf = (schema: unknown): Record<string, unknown> =>
  schema instanceof z.ZodArray ? shapeOf(schema.element) : {}

/** What is wrong with the sentences of an action: fields that it neither takes nor gives. */
export function faultsInSentences(name: string, { input, output, says = [], tells }: Action): string[] {
  const taken = shapeOf(input)
  const given = { ...taken, ...shapeOf(output) }
  const list = typeof tells === 'object' ? (tells.list === undefined ? output : shapeOf(output)[tells.list]) : null
  const of: [readonly (string | undefined)[], Record<string, unknown>, string][] = [
    [says, taken, 'does not take'],
    [typeof tells === 'string' ? [tells] : [tells?.none, tells?.after], given, 'neither takes nor gives'],
    [typeof tells === 'object' ? [tells.each] : [], { ...given, ...rowOf(list) }, 'neither takes nor gives'],
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
