import { clsx } from 'clsx'
import { ChevronDown, Ellipsis, ListTree, UserRoundPen } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { initialsOf } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/formats.ts'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'
import { nameOf } from '../agent-name.ts'
import { seatPage } from '../seats/seat-paths.ts'
import { useOrgDrag } from './org-drag.ts'
import { CARD, type Placed } from './org-layout.ts'
import { withReports } from './org-tree.ts'

interface OrgCardProps {
  placed: Placed
  /** Has the tree's one tab stop. */
  isActive: boolean
  isMoving: boolean
  onActive: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onToggle: () => void
  onChangeManager: () => void
  onTake: (seatKey: string) => void
}

/** The second line of a card: what the seat is, or who the person is. */
export function useRole() {
  const { t } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  return ({ node }: Placed): string => {
    if (!node.seat) return t(node.person?.isYou ? 'org.isYou' : 'org.person')
    const role = nameOf(words, node.seat.agentKey)
    return node.seat.status === 'active' ? role : `${words(`seatStates.${node.seat.status}`)} · ${role}`
  }
}

/** One of the tree. The keys are the tree's; the menu does what dragging does. */
export function OrgCard({ placed, isActive, isMoving, ...act }: OrgCardProps) {
  const { t, i18n } = useTranslation('seats')
  const role = useRole()(placed)
  const navigate = useNavigate()
  const card = useRef<HTMLDivElement>(null)
  const id = useId()
  const { node, level, position, siblings, isCollapsed, x, y, exit } = placed
  const drag = useOrgDrag(card, { key: node.key, isSeat: node.seat !== null, onDrop: act.onTake })
  const hidden = withReports(node).length - 1
  const open = node.seat && seatPage(node.seat.id)
  return (
    <div
      ref={card}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isActive}
      aria-expanded={hidden > 0 ? !isCollapsed : undefined}
      aria-labelledby={`${id}-name ${id}-role`}
      tabIndex={isActive ? 0 : -1}
      data-node={node.key}
      title={`${node.name}\n${role}`}
      onFocus={act.onActive}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter' && open) void navigate(open)
        else act.onKeyDown(event)
      }}
      style={{ left: x, top: y, width: CARD.width, height: CARD.height }}
      className={clsx(
        'group absolute flex items-center gap-2.5 rounded-md border bg-popover px-3 transition-[border-color,background-color,opacity] duration-120',
        drag === 'over' ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
        (drag === 'dragging' || isMoving) && 'opacity-50',
        node.seat && 'cursor-grab active:cursor-grabbing',
      )}
    >
      {/* As generated content: the letters are no part of the card's name. */}
      <span
        aria-hidden
        data-letters={initialsOf(node.name)}
        className={clsx(
          'inline-flex size-8 shrink-0 items-center justify-center rounded-full text-xs font-semibold before:content-[attr(data-letters)]',
          node.person ? 'bg-active text-ink' : 'bg-accent-soft text-accent-ink',
        )}
      />
      <div className="min-w-0 flex-1">
        {open ? (
          <Link
            id={`${id}-name`}
            to={open}
            tabIndex={-1}
            draggable={false}
            className="me-6 line-clamp-2 leading-tight font-medium text-balance wrap-anywhere hover:underline"
          >
            <bdi>{node.name}</bdi>
          </Link>
        ) : (
          <span id={`${id}-name`} className="line-clamp-2 leading-tight font-medium wrap-anywhere">
            <bdi>{node.name}</bdi>
          </span>
        )}{' '}
        <span id={`${id}-role`} className="mt-0.5 block truncate text-xs text-muted">
          <bdi>{role}</bdi>
        </span>
      </div>
      {node.seat && (
        <Menu>
          <MenuTrigger>
            <IconButton
              size="sm"
              tabIndex={isActive ? 0 : -1}
              label={t('org.more', { name: node.name })}
              icon={<Ellipsis />}
              className="absolute end-1 top-1 size-7!"
            />
          </MenuTrigger>
          <MenuContent align="end">
            <MenuItem icon={<ListTree aria-hidden />} onSelect={() => open && void navigate(open)}>
              {t('org.open')}
            </MenuItem>
            <MenuItem icon={<UserRoundPen aria-hidden />} onSelect={act.onChangeManager}>
              {t('org.changeManager')}
            </MenuItem>
          </MenuContent>
        </Menu>
      )}
      {hidden > 0 && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(isCollapsed ? 'org.expand' : 'org.collapse', { name: node.name })}
          data-hidden={isCollapsed ? formatNumber(hidden, i18n.language) : undefined}
          onClick={act.onToggle}
          style={{ left: exit }}
          className="absolute -bottom-4 flex h-6 min-w-6 -translate-x-1/2 items-center justify-center gap-0.5 rounded-full border border-line bg-canvas px-1 text-xs text-muted tabular-nums before:content-[attr(data-hidden)] hover:border-line-strong hover:text-ink"
        >
          <ChevronDown aria-hidden className={clsx('size-3.5', !isCollapsed && 'rotate-180')} />
        </button>
      )}
    </div>
  )
}
