import type { Thread } from '@atrium/contract/chat'
import { clsx } from 'clsx'
import { Archive, ArchiveRestore, Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { part } from '../platform/part.tsx'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../ui/menu.tsx'

const ThreadAllowances = part(() => import('./thread-allowances.tsx').then((module) => module.ThreadAllowances))

export interface ThreadRowProps {
  thread: Thread
  /** A reply is being written in it. */
  live: boolean
  renaming: boolean
  /** `byKey`: whoever typed goes on in the list. */
  onRename: (title: string | null, byKey: boolean) => void
  onStartRename: () => void
  onPin: () => void
  onArchive: () => void
  onDelete: () => void
  onNavigate?: () => void
}

export function ThreadRow({
  thread,
  live,
  renaming,
  onRename,
  onStartRename,
  onPin,
  onArchive,
  onDelete,
  onNavigate,
}: ThreadRowProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (renaming) return <RenameField title={thread.title} onRename={onRename} />
  return (
    <div className="group/row relative flex items-center">
      <NavLink
        to={`/c/${thread.id}`}
        data-thread={thread.id}
        title={thread.title}
        onClick={onNavigate}
        onDoubleClick={onStartRename}
        className={({ isActive }) =>
          clsx(
            'flex h-8 min-w-0 flex-1 items-center [content-visibility:auto] gap-2 rounded-md ps-2 pe-2 text-sm group-hover/row:bg-hover group-hover/row:pe-9 group-focus-within/row:pe-9 touch:h-11 touch:pe-11',
            (isActive || open) && 'bg-active font-medium',
            open && 'pe-9',
          )
        }
      >
        <span
          dir="auto"
          className="min-w-0 flex-1 truncate [text-align:-webkit-match-parent] [text-align:match-parent]"
        >
          {thread.title}
        </span>
        {live && (
          <span
            role="img"
            aria-label={t('chat.threads.live')}
            className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent"
          />
        )}
      </NavLink>
      <Menu open={open} onOpenChange={setOpen}>
        <MenuTrigger>
          <IconButton
            size="sm"
            label={t('chat.threads.menu', { title: thread.title })}
            icon={<Ellipsis />}
            className="absolute end-0.5 opacity-0 group-hover/row:opacity-100 group-focus-within/row:opacity-100 aria-expanded:opacity-100 touch:opacity-100"
          />
        </MenuTrigger>
        <MenuContent align="start">
          <MenuItem icon={<Pencil />} onSelect={onStartRename}>
            {t('chat.threads.rename')}
          </MenuItem>
          <MenuItem icon={thread.pinned ? <PinOff /> : <Pin />} onSelect={onPin}>
            {thread.pinned ? t('chat.threads.unpin') : t('chat.threads.pin')}
          </MenuItem>
          <MenuItem icon={thread.archived ? <ArchiveRestore /> : <Archive />} shortcut="e" onSelect={onArchive}>
            {thread.archived ? t('chat.threads.unarchive') : t('chat.threads.archive')}
          </MenuItem>
          <ThreadAllowances threadId={thread.id} failed={null} />
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} shortcut="#" danger onSelect={onDelete}>
            {t('chat.threads.delete')}
          </MenuItem>
        </MenuContent>
      </Menu>
    </div>
  )
}

const TITLE_MAX = 200 // characters

function RenameField({ title, onRename }: Pick<ThreadRowProps, 'onRename'> & { title: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState(title)
  const save = (byKey: boolean) => onRename(text.trim() === '' || text.trim() === title ? null : text.trim(), byKey)
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to rename this
      autoFocus
      aria-label={t('chat.threads.renameLabel')}
      value={text}
      maxLength={TITLE_MAX}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => save(false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') save(true)
        if (event.key === 'Escape') onRename(null, true)
      }}
      className="h-8 w-full rounded-md border border-accent bg-popover px-2 text-base outline-none sm:text-sm touch:h-11"
    />
  )
}
