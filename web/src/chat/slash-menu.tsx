import type { Command } from '@atrium/contract/commands'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandRow } from '../commands/command-row.tsx'
import { triggerOf } from '../commands/triggers.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useRunCommand } from '../commands/use-run-command.ts'
import { distinct, foundFor, takesWords } from './slash-choices.ts'
import { commandIn, slashQuery } from './slash-text.ts'

export interface SlashHandle {
  /** True when the key was the menu's. */
  onKey: (event: KeyboardEvent) => boolean
  /** Takes a command that is none of the server's, or has to be chosen first. False: send the text as it is. */
  take: () => boolean
}

export interface SlashMenuProps {
  id: string
  text: string
  caret: number
  /** Puts a text into the composer, the caret behind its first `at` characters. */
  onWrite: (text: string, at: number) => void
  /** The option that the composer points at; null while nothing is listed. */
  onShown: (option: string | null) => void
  handle: Ref<SlashHandle>
}

const noCommands: readonly Command[] = []

/** What can be done from here, above the composer, which keeps the focus. Mounted while the text begins with a slash. */
export function SlashMenu({ id, text, caret, onWrite, onShown, handle }: SlashMenuProps) {
  const { t } = useTranslation()
  const commands = useCommands()
  const run = useRunCommand(commands)
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState({ query: '', index: 0 })
  /** The text for which the list was closed, or for which an ambiguous command lists all that it can be. */
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ text: string; choices: readonly Command[] } | null>(null)
  const picked = useRef<string | null>(null)

  if (dismissed !== null && dismissed !== text) setDismissed(null)
  const query = slashQuery(text, caret)
  const isAsking = asking?.text === text
  const found = isAsking
    ? asking.choices
    : query === null || dismissed === text
      ? noCommands
      : foundFor(query, commands)
  const isOpen = found.length > 0
  const place = isAsking ? text : (query ?? '')
  const active = chosen.query === place ? Math.min(chosen.index, found.length - 1) : 0
  const optionId = (index: number) => `${id}-${index}`
  const shown = isOpen ? optionId(active) : null

  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useLayoutEffect(() => onShown(shown), [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it goes
  useLayoutEffect(() => () => onShown(null), [])

  const choose = (command: Command) => {
    const typed = commandIn(text)
    const rest = text.replace(/^\s*\/\S*/, '')
    if (commands.obstacle(command)) return run(command)
    if (command.action.type === 'use-tool') {
      const trigger = triggerOf(command, typed?.trigger ?? '') ?? ''
      const more = takesWords(command, commands.modules) || rest !== ''
      const word = more ? `${trigger} ` : trigger
      const next = word + (isAsking ? rest.trimStart() : rest)
      picked.current = next
      setAsking(null)
      setDismissed(more ? null : next)
      onWrite(next, isAsking ? next.length : word.length)
      return
    }
    // What was typed behind a complete command goes along; what stood below an unfinished one stays.
    onWrite(isAsking ? '' : rest.trimStart(), 0)
    run(command, isAsking ? (typed?.words ?? '') : '')
  }

  useImperativeHandle(handle, () => ({
    onKey: (event) => {
      if (!isOpen) return false
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0) setChosen({ query: place, index: (active + step + found.length) % found.length })
      else if (event.key === 'Escape') {
        event.stopPropagation()
        setAsking(null)
        setDismissed(text)
      } else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
        const command = found[active]
        if (command) choose(command)
      } else return false
      event.preventDefault()
      return true
    },
    take: () => {
      const typed = commandIn(text)
      // Until it is known what is installed, the server is asked, which knows.
      if (!typed || !commands.isReady || picked.current === text) return false
      const choices = distinct(commands.at(typed.trigger), commands)
      const [only] = choices
      if (!only) return false
      if (choices.length > 1) {
        setAsking({ text, choices })
        return true
      }
      const isServers = only.action.type === 'use-tool' && !commands.obstacle(only)
      if (isServers) return false
      if (!commands.obstacle(only)) onWrite('', 0)
      run(only, typed.words)
      return true
    },
  }))

  if (!isOpen) return null
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-2 animate-rise rounded-lg bg-popover p-1 shadow-float">
      <p role="status" className="sr-only">
        {t('chat.slash.count', { count: found.length })}
      </p>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('chat.slash.label')}
        // It scrolls, so it can be reached without a mouse.
        tabIndex={0}
        className="max-h-72 overflow-y-auto outline-none"
      >
        {found.map((command, index) => (
          <CommandRow
            key={command.id}
            id={optionId(index)}
            command={command}
            isTyped
            trigger={triggerOf(command, query ?? commandIn(text)?.trigger ?? '')}
            under={command.parent && commands.all.find((one) => one.id === command.parent)?.label}
            isActive={index === active}
            obstacle={commands.obstacle}
            onActive={() => setChosen({ query: place, index })}
            onChoose={() => choose(command)}
          />
        ))}
      </div>
    </div>
  )
}
