import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import { ShortcutList } from './shortcut-list.tsx'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t('sections.shortcuts')}>
      <ShortcutList />
    </Dialog>
  )
}
