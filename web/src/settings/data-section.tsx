import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/session.ts'
import { Archives } from './archives.tsx'
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
        <Archives />
      </Panel>
      {isMember && (
        <Panel title={t('data.import')} text={t('data.importText')}>
          <ImportData />
        </Panel>
      )}
      <Files />
      {isMember && <DeleteAccount />}
    </>
  )
}
