import { fieldsOf } from '@atrium/contract/field-facts'
import { useMemo } from 'react'
import { usePeople } from '../platform/people.ts'
import type { RecordPlace, References } from './record-actions.ts'

/** What the references and the people of a record can be: what the page gives, and who can be named here. */
export function useWithPeople(
  collection: RecordPlace['collection'],
  references: References | undefined,
): References | undefined {
  const names = useMemo(
    () => fieldsOf(collection).flatMap(({ kind, name }) => (kind === 'person' ? [name] : [])),
    [collection],
  )
  const people = usePeople(names.length > 0)
  return useMemo(() => {
    if (names.length === 0) return references
    const options = people.map(({ id, name }) => ({ value: id, label: name }))
    return { ...Object.fromEntries(names.map((name) => [name, options])), ...references }
  }, [names, people, references])
}
