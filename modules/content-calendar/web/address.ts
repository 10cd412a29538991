import { PHONE, useMedia } from '@atrium/web/kit'
import { useSearchParams } from 'react-router'

export const views = ['month', 'week', 'list'] as const
export type View = (typeof views)[number]
export const kinds = ['all', 'event', 'post'] as const
export type Shown = (typeof kinds)[number]

export interface Address {
  view: View
  /** The day about which the calendar is. */
  day: string | null
  kind: Shown
  channel: string | null
  /** On whose clocks. */
  zone: string | null
  /** What is open: an event's id, and of a series the start of one. */
  open: string | null
  at: string | null
  /** The post that is open is to go out now: a notification leads there. */
  isDue: boolean
}

export type AddressChange = Partial<Record<Exclude<keyof Address, 'isDue'> | 'due', string | null>>

/** What the page shows stands in its address, so that back, reload and sharing work. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const isPhone = useMedia(PHONE)
  const read = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === params.get(name)) ?? otherwise
  const address: Address = {
    view: read('view', views, isPhone ? 'list' : 'month'),
    day: /^\d{4}-\d\d-\d\d$/.exec(params.get('day') ?? '')?.[0] ?? null,
    kind: read('kind', kinds, 'all'),
    channel: params.get('channel'),
    zone: params.get('zone'),
    open: params.get('open'),
    at: params.get('at'),
    isDue: params.get('due') === '1',
  }
  const go = (change: AddressChange, options?: { replace?: boolean }) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === undefined || (name === 'kind' && value === 'all')) next.delete(name)
        else next.set(name, value)
      }
      return next
    }, options)
  return { address, go }
}
