import { useState } from 'react'
import { Address, type Guest, type Guests, MOST_GUESTS, type Role } from '../guest-fields.ts'
import { useTexts } from './texts.ts'

export type ListedGuest = Pick<Guest, 'address' | 'name' | 'role'>

const NOBODY = { text: '', role: 'required' as Role }

/** People as mail programs write them: `Ann <ann@example.org>, ben@example.org`. Null where a part has no address. */
export function peopleIn(text: string): Omit<ListedGuest, 'role'>[] | null {
  const people: Omit<ListedGuest, 'role'>[] = []
  // A comma in quotes belongs to a name.
  for (const part of text.match(/(?:"[^"]*"|[^,;\n"])+/g) ?? []) {
    if (part.trim() === '') continue
    const [, name = '', within] = /^([^<]*)<([^>]*)>\s*$/.exec(part.trim()) ?? []
    const address = Address.safeParse(within ?? part)
    if (!address.success) return null
    people.push({ address: address.data, name: name.replace(/"/g, ' ').trim().slice(0, 200) })
  }
  return people
}

/** Who is to take part, as it is being typed. */
export function useGuests(known: Guests | undefined) {
  const { t } = useTexts()
  const [first] = useState<readonly ListedGuest[]>(() => known?.attendees ?? [])
  const [list, setList] = useState(first)
  const [typed, setTyped] = useState(NOBODY)
  const [error, setError] = useState('')

  /** With what is typed and was not added yet. Null where that is no address, which is told then. */
  const taken = (): readonly ListedGuest[] | null => {
    const people = peopleIn(typed.text)
    if (!people) {
      setError(t('guests.noAddress'))
      return null
    }
    const news = people.map((one) => ({ ...one, role: typed.role }))
    const all = [...new Map([...list, ...news].map((one) => [one.address, one])).values()]
    if (all.length > MOST_GUESTS) {
      setError(t('guests.tooMany', { most: MOST_GUESTS }))
      return null
    }
    setList(all)
    setTyped(NOBODY)
    return all
  }
  const said = (all: readonly ListedGuest[]) =>
    JSON.stringify(all.map(({ address, name, role }) => [address, name, role]))

  return {
    list,
    typed,
    error,
    taken,
    type: (more: Partial<typeof NOBODY>) => {
      setError('')
      setTyped((now) => ({ ...now, ...more }))
    },
    change: (address: string, role: Role) =>
      setList((all) => all.map((one) => (one.address === address ? { ...one, role } : one))),
    remove: (address: string) => setList((all) => all.filter((one) => one.address !== address)),
    /** Whether somebody is on the list, is not any more, or is so otherwise. */
    isChanged: (all: readonly ListedGuest[] = list) => said(all) !== said(first) || typed.text.trim() !== '',
  }
}
