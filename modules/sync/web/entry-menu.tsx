import {
  download,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  useAction,
  useSession,
  useSharedAs,
} from '@atrium/web/kit'
import {
  Activity,
  Download,
  Ellipsis,
  FolderInput,
  History,
  Inbox,
  Link,
  Pencil,
  Star,
  StarOff,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type sync from '../module.ts'
import type { EntryRow } from '../rows.ts'
import { downloadUrl } from './addresses.ts'
import type { Asked } from './entry-dialogs.tsx'
import { useTexts } from './texts.ts'

export const useRemove = () => {
  const { t } = useTexts()
  return useAction<typeof sync, 'remove'>('sync', 'remove', { done: ({ count }) => t('removed', { count }) })
}

/** Its items stand outside of the row, which is transformed (a fixed place in it is another) and hears keys. */
export function EntryMenu({ entry, onAsk }: { entry: EntryRow; onAsk: (asked: Asked) => void }) {
  const { t } = useTexts()
  const { isMember } = useSession()
  const sharedAs = useSharedAs()
  const isShared = sharedAs !== null
  const mayWrite = sharedAs !== 'viewer'
  // What is shared itself has no folder above it that one sees: its place and its end are its owner's.
  const mayMove = mayWrite && !(isShared && entry.parent === '')
  const remove = useRemove()
  const isFavourite = entry.isFavourite ?? false
  const favour = useAction<typeof sync, 'favour'>('sync', 'favour', {
    done: () => t(isFavourite ? 'favourite.removed' : 'favourite.added'),
  })
  const [open, setOpen] = useState(false)
  return (
    <Menu open={open} onOpenChange={setOpen}>
      <MenuTrigger>
        <IconButton size="sm" label={t('moreFor', { name: entry.name })} icon={<Ellipsis />} />
      </MenuTrigger>
      {open &&
        createPortal(
          // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the menu's keys from the table
          <div onKeyDown={(event) => event.stopPropagation()}>
            <MenuContent align="end">
              <MenuItem icon={<Download />} onSelect={() => download(downloadUrl([entry]))}>
                {t('download')}
              </MenuItem>
              {mayWrite && (
                <MenuItem
                  icon={isFavourite ? <StarOff /> : <Star />}
                  onSelect={() => favour.mutate({ ids: [entry.id], isFavourite: !isFavourite })}
                >
                  {t(isFavourite ? 'favourite.remove' : 'favourite.add')}
                </MenuItem>
              )}
              {!isShared && (
                <MenuItem icon={<Link />} onSelect={() => onAsk({ what: 'share', entry })}>
                  {t('share')}
                </MenuItem>
              )}
              {isMember && !isShared && (
                <MenuItem icon={<UsersRound />} onSelect={() => onAsk({ what: 'people', entry })}>
                  {t('sharePeople')}
                </MenuItem>
              )}
              {!isShared && entry.kind === 'folder' && (
                <MenuItem icon={<Inbox />} onSelect={() => onAsk({ what: 'request', entry })}>
                  {t('requestFiles')}
                </MenuItem>
              )}
              {entry.kind === 'file' && (
                <MenuItem icon={<History />} onSelect={() => onAsk({ what: 'versions', entry })}>
                  {t('versions')}
                </MenuItem>
              )}
              <MenuItem icon={<Activity />} onSelect={() => onAsk({ what: 'activity', entry })}>
                {t('activity.title')}
              </MenuItem>
              {mayWrite && (
                <>
                  <MenuSeparator />
                  <MenuItem icon={<Pencil />} onSelect={() => onAsk({ what: 'rename', entry })}>
                    {t('rename')}
                  </MenuItem>
                </>
              )}
              {mayMove && (
                <>
                  <MenuItem icon={<FolderInput />} onSelect={() => onAsk({ what: 'move', entries: [entry] })}>
                    {t('moveTo')}
                  </MenuItem>
                  <MenuItem icon={<Trash2 />} danger onSelect={() => remove.mutate({ ids: [entry.id] })}>
                    {t('remove')}
                  </MenuItem>
                </>
              )}
            </MenuContent>
          </div>,
          document.body,
        )}
    </Menu>
  )
}
