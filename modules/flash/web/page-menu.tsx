import { IconButton, Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@atrium/web/kit'
import { Ellipsis, FileUp, FolderPlus, LayoutTemplate, Printer, ScrollText, Trash2 } from 'lucide-react'
import { useTexts } from './texts.ts'

interface PageMenuProps {
  onImport: () => void
  onText: () => void
  onDeck: () => void
  onTypes: () => void
  onTrash: () => void
}

/** What the page can do besides adding cards. */
export function PageMenu({ onImport, onText, onDeck, onTypes, onTrash }: PageMenuProps) {
  const { t } = useTexts()
  return (
    <Menu>
      <MenuTrigger>
        <IconButton label={t('more')} icon={<Ellipsis />} className="print:hidden" />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem icon={<FolderPlus />} onSelect={onDeck}>
          {t('deck.new')}
        </MenuItem>
        <MenuItem icon={<ScrollText />} onSelect={onText}>
          {t('text.title')}
        </MenuItem>
        <MenuItem icon={<FileUp />} onSelect={onImport}>
          {t('import')}
        </MenuItem>
        <MenuItem icon={<LayoutTemplate />} onSelect={onTypes}>
          {t('types.title')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Printer />} onSelect={() => print()}>
          {t('print')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} onSelect={onTrash}>
          {t('trash.title')}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
