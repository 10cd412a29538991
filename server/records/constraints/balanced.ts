import { AppError } from '@atrium/contract/errors'
import pg from 'pg'
import { type Declared, namedBy, partitionOf } from '../declared.ts'
import type { Guard } from '../saving.ts'
import type { Place } from './place.ts'

/** The trigger that adds up the rows of a parent when the transaction ends, so that lines may come one after the other. */
export function balances({ module, name, collection }: Place): Declared[] {
  const declared = collection.constraints?.balanced
  if (!declared) return []
  const { parent, amount } = declared
  const of = `after insert or update on ${partitionOf(module)} deferrable initially deferred for each row
    when (new.collection = ${pg.escapeLiteral(name)}) execute function record_balanced(${pg.escapeLiteral(parent)}, ${pg.escapeLiteral(amount)})`
  const named = namedBy('bl', module, of)
  return [{ name: named, collection: name, fields: [parent, amount], sql: `create constraint trigger ${named} ${of}` }]
}

export const guardOfBalance = (place: Place): Guard[] =>
  balances(place).map(({ name }) => ({
    name,
    refuse: ({ detail: total }) =>
      new AppError(
        'conflict',
        `The amounts that belong together have to add up to zero; these come to ${total}. Correct one of them, please.`,
        { details: { total } },
      ),
  }))
