import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Readable } from '../ui/readable.tsx'
import { ShortcutList } from './shortcut-list.tsx'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('sections.shortcuts')}
      footer={
        <Link to="/help" onClick={onClose} className={buttonClass()}>
          {t('shell.help')}
        </Link>
      }
    >
      <Readable label={t('sections.shortcuts')}>
        <ShortcutList />
      </Readable>
    </Dialog>
  )
}
