import { readScope, usePeople } from '@atrium/web/kit'

interface Option {
  value: string
  label: string
}

/** The members of the team whose tasks these are, to be chosen; null where the tasks are the person's own. */
export function useTeammates(): readonly Option[] | null {
  const isTeam = readScope() !== ''
  const people = usePeople(isTeam)
  return isTeam ? people.map(({ id, name }) => ({ value: id, label: name })) : null
}

/** What whoever has a task is called; nothing where nobody has it, or the tasks are the person's own. */
export function useHolderNames(left: string): (assignee: string | null | undefined) => string | undefined {
  const people = useTeammates()
  const names = people && new Map(people.map(({ value, label }) => [value, label]))
  return (assignee) => (assignee && names ? (names.get(assignee) ?? left) : undefined)
}

/** The same with whoever has the task already, though they have left. */
export const withHolder = (people: readonly Option[], holder: string | null, left: string): Option[] =>
  holder === null || people.some(({ value }) => value === holder)
    ? [...people]
    : [...people, { value: holder, label: left }]
