import {
  Button,
  download,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
  useSharedAs,
} from '@atrium/web/kit'
import {
  Activity,
  Ellipsis,
  FileDown,
  FileUp,
  FolderPlus,
  FolderUp,
  Inbox,
  LayoutGrid,
  Link,
  List,
  MonitorSmartphone,
  Star,
  Trash2,
  Upload,
} from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { downloadUrl } from './addresses.ts'
import { type Picked, picked } from './dropped.ts'
import type { Asked } from './entry-dialogs.tsx'
import { useTexts } from './texts.ts'

export function UploadMenu({ onPicked }: { onPicked: (files: Picked[]) => void }) {
  const { t } = useTexts()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = (input: HTMLInputElement) => {
    const chosen = picked(input.files ?? [])
    input.value = '' // the same file, changed, may be chosen again
    onPicked(chosen)
  }
  return (
    <>
      <Menu>
        <MenuTrigger>
          <Button variant="primary" icon={<Upload aria-hidden className="size-4" />} className="print:hidden">
            {t('upload')}
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<FileUp />} onSelect={() => files.current?.click()}>
            {t('uploadFiles')}
          </MenuItem>
          <MenuItem icon={<FolderUp />} onSelect={() => folder.current?.click()}>
            {t('uploadFolder')}
          </MenuItem>
        </MenuContent>
      </Menu>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t('uploadFiles')}
        onChange={({ target }) => choose(target)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label={t('uploadFolder')}
        onChange={({ target }) => choose(target)}
        {...{ webkitdirectory: '' }}
      />
    </>
  )
}

interface PageToolsProps {
  view: 'list' | 'grid'
  onView: (view: 'list' | 'grid') => void
  onFavourites: () => void
  /** What happened in the folder that is looked at. */
  onActivity: () => void
  onAsk: (asked: Asked) => void
}

export function PageTools({ view, onView, onFavourites, onActivity, onAsk }: PageToolsProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const sharedAs = useSharedAs()
  const isOwn = sharedAs === null
  return (
    <>
      {sharedAs !== 'viewer' && (
        <IconButton label={t('newFolder')} icon={<FolderPlus />} onClick={() => onAsk({ what: 'folder' })} />
      )}
      <Menu>
        <MenuTrigger>
          <IconButton label={t('more')} icon={<Ellipsis />} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuRadioGroup
            aria-label={t('view')}
            value={view}
            onValueChange={(next) => onView(next === 'grid' ? 'grid' : 'list')}
          >
            <MenuRadioItem value="list" icon={<List />}>
              {t('asList')}
            </MenuRadioItem>
            <MenuRadioItem value="grid" icon={<LayoutGrid />}>
              {t('asGrid')}
            </MenuRadioItem>
          </MenuRadioGroup>
          <MenuSeparator />
          <MenuItem icon={<Star />} onSelect={onFavourites}>
            {t('favourite.title')}
          </MenuItem>
          <MenuItem icon={<Activity />} onSelect={onActivity}>
            {t('activity.title')}
          </MenuItem>
          <MenuItem icon={<Trash2 />} onSelect={() => onAsk({ what: 'trash' })}>
            {t('trash')}
          </MenuItem>
          {isOwn && (
            <>
              <MenuItem icon={<Link />} onSelect={() => onAsk({ what: 'links' })}>
                {t('links')}
              </MenuItem>
              <MenuItem icon={<Inbox />} onSelect={() => void navigate('/sync/requests')}>
                {t('requests.page')}
              </MenuItem>
              <MenuItem icon={<MonitorSmartphone />} onSelect={() => void navigate('/sync/connect')}>
                {t('connect.menu')}
              </MenuItem>
            </>
          )}
          <MenuItem icon={<FileDown />} onSelect={() => download(downloadUrl([]))}>
            {t('downloadAll')}
          </MenuItem>
        </MenuContent>
      </Menu>
    </>
  )
}
