import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { DeleteAccount } from './deletion.tsx'
import { Files } from './files.tsx'
import { ImportData } from './import-data.tsx'
import { Panel } from './panel.tsx'

export function DataSection() {
  const { t } = useTranslation('settings')
  const { isMember } = useSession()
  return (
    <>
      <Panel title={t('data.export')} text={t('data.exportText')}>
        <div>
          {/* The browser's own download: it shows the progress, and holds nothing in memory. */}
          <a href="/api/data/export" download className={buttonClass()}>
            <Download aria-hidden className="size-4" />
            {t('data.exportButton')}
          </a>
        </div>
      </Panel>
      <Panel title={t('data.import')} text={t('data.importText')}>
        <ImportData />
      </Panel>
      <Files />
      {isMember && <DeleteAccount />}
    </>
  )
}
