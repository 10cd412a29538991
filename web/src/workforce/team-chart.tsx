import { agentOf } from '@atrium/contract/catalogue/agents'
import type { Cart } from '@atrium/contract/workforce'
import { chartOf, type Place } from '@atrium/contract/workforce-chart'
import { clsx } from 'clsx'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from './agent-name.ts'
import { CARD, layoutOf, pathOf } from './org/org-layout.ts'
import type { OrgNode } from './org/org-tree.ts'

const YOU = 'you'
/** Below this a card cannot be read: a phone scrolls instead. */
const READABLE = 0.75
/** px around the drawing */
const PAD = 16
const NOTHING_COLLAPSED: ReadonlySet<string> = new Set()

/** A team as hiring will place it, drawn as on the org chart. */
export function TeamChart({ team }: { team: Cart }) {
  const { t, i18n } = useTranslation('workforce')
  const { t: words } = useTranslation('seats')
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(0)
  const isRtl = i18n.dir() === 'rtl'
  const { layout, places } = useMemo(() => drawn(team, isRtl), [team, isRtl])
  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const zoom = Math.min(1, Math.max(READABLE, room / layout.width))
  // Where it scrolls, it begins at the top of the chart, which is in the middle.
  useLayoutEffect(() => {
    const [you] = layout.placed
    if (!box.current || !you) return
    const { clientWidth, scrollWidth } = box.current
    const middle = (you.x + CARD.width / 2) * zoom + PAD
    box.current.scrollLeft = middle - clientWidth / 2 - (isRtl ? scrollWidth - clientWidth : 0)
  }, [layout, zoom, isRtl])
  const name = (key: string) => nameOf(t, places.get(key)?.place.agent ?? '')
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-base">
        {words('org.title')}
      </h2>
      <p className="mt-1 mb-3 text-sm text-pretty text-muted">{t('presets.chartText')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, by keyboard too */}
      <section ref={box} tabIndex={0} aria-labelledby={id} className="overflow-x-auto rounded-md bg-surface p-4">
        <div style={{ width: layout.width * zoom, height: layout.height * zoom }} className="mx-auto">
          <div
            style={{ width: layout.width, height: layout.height, transform: `scale(${zoom})` }}
            className="relative origin-top-left rtl:origin-top-right"
          >
            <svg aria-hidden width={layout.width} height={layout.height} className="absolute inset-0 text-line-strong">
              <path d={layout.links.map(pathOf).join('')} fill="none" stroke="currentColor" strokeWidth={1.5} />
            </svg>
            <ul aria-label={words('org.title')}>
              {layout.placed.map(({ node: { key }, x, y }) => {
                const found = places.get(key)
                const role = found && (found.place.seats > 1 ? null : agentOf(found.place.agent)?.space)
                return (
                  <li
                    key={key}
                    style={{ left: x, top: y, width: CARD.width, height: CARD.height }}
                    className={clsx(
                      'absolute flex flex-col justify-center rounded-md border border-line px-3 leading-tight',
                      found ? 'bg-popover' : 'bg-active',
                    )}
                  >
                    <span className="line-clamp-2 font-medium">
                      <bdi>{found ? name(key) : words('org.isYou')}</bdi>
                    </span>
                    {found && (
                      <span className="mt-0.5 truncate text-xs text-muted">
                        {role ? t(`department.${role}`) : t('orders.agents', { count: found.place.seats })}
                      </span>
                    )}
                    {found?.manager && (
                      <span className="sr-only">{t('presets.reportsTo', { name: name(found.manager) })}</span>
                    )}
                  </li>
                )
              })}
            </ul>
          </div>
        </div>
      </section>
    </section>
  )
}

interface Drawn {
  place: Place
  /** The key of the card above; null for whoever hires. */
  manager: string | null
}

function drawn({ items }: Cart, mirrored: boolean) {
  const places = new Map<string, Drawn>()
  const node = (place: Place, manager: string | null, at: number): OrgNode => {
    const key = `${place.agent} ${at}`
    places.set(key, { place, manager })
    const reports = place.reports.map((one, index) => node(one, key, index))
    return { key, name: place.agent, person: null, seat: null, reports }
  }
  const reports = chartOf(items).map((place, at) => node(place, null, at))
  const you: OrgNode = { key: YOU, name: YOU, person: null, seat: null, reports }
  return { layout: layoutOf([you], { collapsed: NOTHING_COLLAPSED, mirrored }), places }
}
