import type { AccountView, CategoryView, ScheduleView } from '../module.ts'
import type { RuleRow } from '../records.ts'

/** What every part of the page needs: the overview as it was read. */
export interface Facts {
  today: string
  currencies: string[]
  accounts: AccountView[]
  categories: CategoryView[]
  rules: RuleRow[]
  schedules: ScheduleView[]
}

export const accountOf = ({ accounts }: Facts, id: string | null) => accounts.find((row) => row.id === id)
export const categoryName = ({ categories }: Facts, id: string | null) =>
  categories.find((row) => row.id === id)?.name ?? ''

/** The categories as options of a select, each with its group; a hidden one only where it is chosen. */
export const categoryOptions = ({ categories }: Facts, none: string, chosen = '') => [
  { value: '', label: none },
  ...categories
    .filter(({ hidden, id }) => !hidden || id === chosen)
    .map(({ id, name, group }) => ({ value: id, label: group === name ? name : `${group}: ${name}` })),
]

export const accountOptions = ({ accounts }: Facts, chosen = '') =>
  accounts
    .filter(({ closed, id }) => !closed || id === chosen)
    .map(({ id, name, currency }) => ({ value: id, label: `${name} (${currency})` }))
