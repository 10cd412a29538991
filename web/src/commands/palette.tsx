import type { Command } from '@atrium/contract/commands'
import { ArrowLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CommandRow, opensList } from './command-row.tsx'
import { useSurroundings } from './commands.tsx'
import { type PaletteSection, sectionsOf } from './palette-sections.ts'
import { recentCommands } from './recents.ts'
import { triggerOf } from './triggers.ts'
import { useCommands } from './use-commands.ts'
import { useRunCommand } from './use-run-command.ts'

export interface PaletteProps {
  open: boolean
  /** A command whose list it opens at. */
  group: string | undefined
  onOpenChange: (open: boolean) => void
}

/** Ctrl or Cmd K: everything that can be found, started or changed, from the keyboard. */
export function Palette({ open, group, onOpenChange }: PaletteProps) {
  const { t } = useTranslation('commands')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} size="md">
      <PalettePanel key={group} group={group} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

function PalettePanel({ group, onClose }: { group: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('commands')
  const { industry, mode, openModal } = useSurroundings()
  const commands = useCommands()
  const run = useRunCommand(commands)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [parentId, setParentId] = useState(group)
  const [recents] = useState(recentCommands)
  const parent = commands.all.find(({ id }) => id === parentId)
  const words = text.trim()
  const sections = sectionsOf({ commands, words, parentId, recents, industry, mode, t })
  const rows = sections.flatMap((section) => section.commands)
  const searches = words !== '' && !parent
  const count = rows.length + (searches ? 1 : 0)
  const at = Math.min(active, Math.max(0, count - 1))
  const optionId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  const enter = (id: string | undefined) => {
    setParentId(id)
    setText('')
    setActive(0)
  }
  const searchFor = () => {
    onClose()
    whenClosed(() => openModal('search', words))
  }
  const choose = (command: Command | undefined) => {
    if (!command) return searches && searchFor()
    if (opensList(command)) return enter(command.id)
    onClose()
    whenClosed(() => run(command))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
    const { dir } = document.documentElement
    const inward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const isAtEnd = event.currentTarget.selectionStart === text.length
    const row = rows[at]
    if (step !== 0 && count > 0) setActive((at + step + count) % count)
    else if (event.key === 'Home' && text === '') setActive(0)
    else if (event.key === 'End' && text === '') setActive(count - 1)
    else if (event.key === 'Enter') choose(row)
    else if (event.key === inward && isAtEnd && row && opensList(row)) enter(row.id)
    else if (parent && text === '' && event.key === 'Backspace') enter(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  let index = -1
  const rowOf = (command: Command, section: PaletteSection) => {
    index += 1
    const own = index
    return (
      <CommandRow
        key={`${section.key} ${command.id}`}
        id={optionId(own)}
        command={command}
        trigger={triggerOf(command, words)}
        under={!parent && command.parent ? commands.all.find(({ id }) => id === command.parent)?.label : undefined}
        isActive={own === at}
        obstacle={commands.obstacle}
        onActive={() => setActive(own)}
        onChoose={() => choose(command)}
      />
    )
  }
  return (
    <div className="-mx-2">
      <div className="flex items-center gap-2 rounded-md border border-line-strong/60 px-3 focus-within:border-accent">
        {parent ? (
          <IconButton
            size="sm"
            label={t('back', { name: parent.label })}
            icon={<ArrowLeft className="rtl:-scale-x-100" />}
            className="-ms-1.5"
            onClick={() => enter(undefined)}
          />
        ) : (
          <Search aria-hidden className="size-4 shrink-0 text-faint" />
        )}
        <input
          value={text}
          dir="auto"
          data-autofocus
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          placeholder={parent ? parent.label : t('placeholder')}
          aria-label={parent ? parent.label : t('placeholder')}
          role="combobox"
          aria-expanded={count > 0}
          aria-controls={listId}
          aria-activedescendant={count > 0 ? optionId(at) : undefined}
          autoComplete="off"
          spellCheck={false}
          className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </div>
      <p role="status" className="sr-only">
        {t('chat.slash.count', { count: rows.length })}
      </p>
      <div ref={list} id={listId} role="listbox" aria-label={t('title')} className="mt-2 min-h-72">
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: the groups of a listbox
          <div key={section.key} role="group" aria-label={section.title || t('title')} className="mb-1">
            {section.title && (
              <div aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                {section.title}
              </div>
            )}
            {section.commands.map((command) => rowOf(command, section))}
          </div>
        ))}
        {rows.length === 0 && <p className="px-2.5 py-3 text-sm text-muted">{t('none', { words })}</p>}
        {searches && (
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and points here with aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field
          <div
            id={optionId(rows.length)}
            role="option"
            aria-selected={at === rows.length}
            onPointerMove={() => setActive(rows.length)}
            onClick={searchFor}
            className="flex min-h-9 cursor-default items-center gap-3 rounded-sm border-t border-line px-2.5 py-1.5 text-sm aria-selected:bg-hover touch:min-h-11"
          >
            <Search aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="truncate">{t('searchFor', { words })}</span>
          </div>
        )}
      </div>
    </div>
  )
}

/** Once the dialog has given the focus back: what a command opens takes it from there, and gives it back there. */
const whenClosed = (act: () => void) => requestAnimationFrame(() => setTimeout(act))
