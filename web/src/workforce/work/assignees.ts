import type { Org, SeatAtWork } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n/locale.ts'
import { useSession } from '../../platform/session.ts'
import type { SelectOption } from '../../ui/field.tsx'
import { nameOf } from '../agent-name.ts'

// Who does a task, as a choice: a seat's id, `me`, `person:<id>` for a colleague, '' for nobody yet.

const PERSON = 'person:'

export const isPerson = (choice: string): boolean => choice === 'me' || choice.startsWith(PERSON)

/** The choice as it is sent. `me`: the caller's id. */
export function assigneeOf(choice: string, me: string | null): { seatId: string | null; userId: string | null } {
  if (choice === 'me') return { seatId: null, userId: me }
  if (choice.startsWith(PERSON)) return { seatId: null, userId: choice.slice(PERSON.length) }
  return { seatId: choice || null, userId: null }
}

interface Done {
  seat: { id: string; name: string } | null
  person: { id: string; name: string } | null
}

/** The choice that a task stands at. */
export const choiceOf = ({ seat, person }: Done, me: string | null): string =>
  seat?.id ?? (person ? (person.id === me ? 'me' : `${PERSON}${person.id}`) : '')

/**
 * Whom a task can be given to: seats by name and agent, oneself, colleagues by name and team. Whoever does it now and could
 * not be chosen any more, an ended seat or somebody who left the team, stands there too.
 */
export function useAssignees(seats: readonly SeatAtWork[], people: Org['people'], now?: Done): SelectOption[] {
  const { t, i18n } = useTranslation('seats')
  const { t: ofWorkforce } = useTranslation('workforce')
  const { userId } = useSession()
  const colleagues = people.filter(({ isYou }) => !isYou)
  const list = new Intl.ListFormat(localeOf(i18n.language), { type: 'unit' })
  const options: SelectOption[] = [
    ...seats.map(({ id, name, agentKey }) => ({ value: id, label: labelOf(name, nameOf(ofWorkforce, agentKey)) })),
    { value: 'me', label: t('newTask.me') },
    ...colleagues.map(({ id, name, teams }) => ({
      value: PERSON + id,
      label: t('newTask.colleague', { name, teams: list.format(teams) }),
    })),
    { value: '', label: t('newTask.nobody') },
  ]
  const value = now ? choiceOf(now, userId) : ''
  const name = now?.seat?.name ?? now?.person?.name
  if (name !== undefined && options.every((one) => one.value !== value)) options.unshift({ value, label: name })
  return options
}

/** A seat is called as its agent until somebody gives it a name. */
const labelOf = (name: string, agent: string) => (name.startsWith(agent) ? name : `${name} – ${agent}`)
