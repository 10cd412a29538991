import {
  download,
  exportUrl,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  useSharedAs,
} from '@atrium/web/kit'
import { Ellipsis, FileDown, FileUp, Megaphone, MonitorSmartphone, Printer, Rss, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useTexts } from './texts.ts'

const ID = 'content-calendar'

export type Panel = 'import' | 'channels' | 'feed' | 'trash' | 'calendars' | 'subscribe'

/** What is seldom done with all of it. */
export function PageMenu({ onPanel }: { onPanel: (panel: Panel) => void }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const isOwn = useSharedAs() === null
  return (
    <Menu>
      <MenuTrigger>
        <IconButton label={t('moreActions')} icon={<Ellipsis />} className="print:hidden" />
      </MenuTrigger>
      <MenuContent align="end">
        {isOwn && (
          <>
            <MenuItem icon={<Megaphone />} onSelect={() => onPanel('channels')}>
              {t('channels.title')}
            </MenuItem>
            <MenuItem icon={<FileUp />} onSelect={() => onPanel('import')}>
              {t('import')}
            </MenuItem>
            <MenuItem icon={<Rss />} onSelect={() => onPanel('feed')}>
              {t('feed.title')}
            </MenuItem>
            <MenuItem icon={<MonitorSmartphone />} onSelect={() => void navigate('/content-calendar/connect')}>
              {t('connect.menu')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<FileDown />} onSelect={() => download(exportUrl(ID, 'ics'))}>
              {t('export.ics')}
            </MenuItem>
            <MenuItem icon={<FileDown />} onSelect={() => download(exportUrl(ID, 'csv'))}>
              {t('export.csv')}
            </MenuItem>
          </>
        )}
        <MenuItem icon={<Printer />} onSelect={() => print()}>
          {t('print')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} onSelect={() => onPanel('trash')}>
          {t('trash.title')}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
