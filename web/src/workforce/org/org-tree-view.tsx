import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeManager } from './change-manager.tsx'
import { OrgCard } from './org-card.tsx'
import { type OrgLayout, pathOf } from './org-layout.ts'
import { managerKeyOf } from './org-tree.ts'

interface OrgTreeViewProps {
  layout: OrgLayout
  /** 1 is the drawing's own size. */
  zoom: number
  onToggle: (key: string) => void
  onMove: (seat: SeatAtWork, to: string) => void
  /** The seat whose move is on its way. */
  moving: string | null
}

/** The drawing: cards over lines, scaled as a whole. One card has the focus; the arrows walk the tree as in any tree. */
export function OrgTreeView({ layout, zoom, onToggle, onMove, moving }: OrgTreeViewProps) {
  const { t, i18n } = useTranslation('seats')
  const tree = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState('')
  const [changing, setChanging] = useState<SeatAtWork | null>(null)
  const { placed, links, width, height } = layout
  const byKey = useMemo(() => new Map(placed.map((one) => [one.node.key, one])), [placed])
  const held = byKey.has(active) ? active : placed[0]?.node.key

  const focus = (key: string | undefined) =>
    key !== undefined && tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(key)}"]`)?.focus()
  // A card that went (a branch was closed over it, its seat ended) leaves the focus to the one that is now active.
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the cards change
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focus(held)
  }, [placed])

  const onKeyDown = (event: KeyboardEvent, key: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = placed.findIndex(({ node }) => node.key === key)
    const one = placed[at]
    if (!one) return
    const isRtl = i18n.dir() === 'rtl'
    const inward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const outward = isRtl ? 'ArrowRight' : 'ArrowLeft'
    const hasReports = one.node.reports.length > 0
    if (event.key === 'ArrowDown' || event.key === 'j') focus(placed[at + 1]?.node.key)
    else if (event.key === 'ArrowUp' || event.key === 'k') focus(placed[at - 1]?.node.key)
    else if (event.key === 'Home') focus(placed[0]?.node.key)
    else if (event.key === 'End') focus(placed.at(-1)?.node.key)
    else if (event.key === inward && hasReports) one.isCollapsed ? onToggle(key) : focus(placed[at + 1]?.node.key)
    else if (event.key === outward && hasReports && !one.isCollapsed) onToggle(key)
    else if (event.key === outward && one.node.seat) focus(managerKeyOf(one.node.seat) ?? undefined)
    else if (event.key === 'm' && one.node.seat) setChanging(one.node.seat)
    else return
    event.preventDefault()
  }

  return (
    <div style={{ width: width * zoom, height: height * zoom }} className="mx-auto">
      <div
        ref={tree}
        role="tree"
        aria-label={t('org.title')}
        onFocus={() => {
          hadFocus.current = true
        }}
        onBlur={(event) => {
          if (event.relatedTarget) hadFocus.current = event.currentTarget.contains(event.relatedTarget)
        }}
        style={{ width, height, transform: `scale(${zoom})` }}
        className="relative origin-top-left rtl:origin-top-right"
      >
        <svg aria-hidden width={width} height={height} className="absolute inset-0 text-line-strong">
          <path d={links.map(pathOf).join('')} fill="none" stroke="currentColor" strokeWidth={1.5} />
        </svg>
        {placed.map((one) => {
          const { key } = one.node
          return (
            <OrgCard
              key={key}
              placed={one}
              isActive={key === held}
              isMoving={one.node.seat?.id === moving}
              onActive={() => setActive(key)}
              onKeyDown={(event) => onKeyDown(event, key)}
              onToggle={() => onToggle(key)}
              onChangeManager={() => setChanging(one.node.seat)}
              onTake={(from) => {
                const seat = byKey.get(from)?.node.seat
                if (seat) onMove(seat, key)
              }}
            />
          )
        })}
      </div>
      {changing && (
        <ChangeManager key={changing.id} seat={changing} open onOpenChange={(open) => open || setChanging(null)} />
      )}
    </div>
  )
}
