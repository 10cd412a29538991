/* biome-ignore-all lint/a11y/useSemanticElements: it holds buttons of its own */
/* biome-ignore-all lint/a11y/useKeyWithClickEvents: the board hears the keys */
/* biome-ignore-all lint/a11y/noNoninteractiveTabindex: it is moved by keys */
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Ellipsis, SquareArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from './board.tsx'
import { type CardState, dragCard } from './board-drag.ts'
import { IconButton } from './button.tsx'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from './menu.tsx'
import { isControl } from './table-keys.ts'

interface BoardCardProps {
  id: string
  lane: number
  columns: readonly BoardColumn<unknown>[]
  isFirst: boolean
  isLast: boolean
  name?: string
  onOpen?: () => void
  onSend: (lane: number) => void
  onStep: (by: 1 | -1) => void
  children: ReactNode
}

export function BoardCard({
  id,
  lane,
  columns,
  isFirst,
  isLast,
  name,
  onOpen,
  onSend,
  onStep,
  children,
}: BoardCardProps) {
  const { t } = useTranslation('kit')
  const card = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<CardState>('idle')
  const column = columns[lane]?.id ?? ''
  useEffect(() => (card.current ? dragCard(card.current, { id, column }, setState) : undefined), [id, column])
  const nameHere = () => name ?? card.current?.querySelector('[data-content]')?.textContent?.trim().slice(0, 80) ?? ''
  // What a screen reader is told of a move, and the menu is called.
  const [called, setCalled] = useState(name ?? '')
  return (
    <li className="relative list-none">
      {(state === 'above' || state === 'below') && (
        <span
          aria-hidden
          className={clsx(
            'pointer-events-none absolute inset-x-0 z-10 h-0.5 rounded-full bg-accent',
            state === 'above' ? '-top-1' : '-bottom-1',
          )}
        />
      )}
      <div
        ref={card}
        role="group"
        tabIndex={0}
        data-card={id}
        data-name={called}
        aria-label={name}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
        onFocus={() => setCalled(nameHere())}
        onClick={(event) => {
          if (onOpen && !isControl(event.target)) onOpen()
        }}
        className={clsx(
          'group/card relative rounded-md border border-line bg-canvas p-2.5 text-sm focus-visible:outline-offset-0 hover:border-line-strong',
          state === 'dragging' && 'opacity-40',
        )}
      >
        <div data-content className="min-w-0 pe-6">
          {children}
        </div>
        <Menu>
          <MenuTrigger>
            <IconButton
              size="sm"
              label={t('board.menu', { name: called })}
              icon={<Ellipsis />}
              onMouseEnter={() => setCalled(nameHere())}
              className="absolute end-1 top-1 opacity-0 group-focus-within/card:opacity-100 group-hover/card:opacity-100 aria-expanded:opacity-100 touch:opacity-100 print:hidden"
            />
          </MenuTrigger>
          <MenuContent align="end">
            <MenuLabel>{t('board.moveTo')}</MenuLabel>
            {columns.map(
              (target, at) =>
                at !== lane && (
                  <MenuItem
                    key={target.id}
                    icon={<SquareArrowRight className="rtl:-scale-x-100" />}
                    onSelect={() => onSend(at)}
                  >
                    {target.title}
                  </MenuItem>
                ),
            )}
            {!(isFirst && isLast) && <MenuSeparator />}
            {!isFirst && (
              <MenuItem icon={<ArrowUp />} shortcut="alt+↑" onSelect={() => onStep(-1)}>
                {t('board.up')}
              </MenuItem>
            )}
            {!isLast && (
              <MenuItem icon={<ArrowDown />} shortcut="alt+↓" onSelect={() => onStep(1)}>
                {t('board.down')}
              </MenuItem>
            )}
          </MenuContent>
        </Menu>
      </div>
    </li>
  )
}
