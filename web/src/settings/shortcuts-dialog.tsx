import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import { Readable } from '../ui/readable.tsx'
import { ShortcutList } from './shortcut-list.tsx'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t('sections.shortcuts')}>
      <Readable label={t('sections.shortcuts')}>
        <ShortcutList />
      </Readable>
    </Dialog>
  )
}
