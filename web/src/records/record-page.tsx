import { fieldsOf } from '@atrium/contract/field-facts'
import type { Module } from '@atrium/contract/module'
import { Globe, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/session.ts'
import { useAddress } from '../platform/use-address.ts'
import { Publish } from '../sharing/publish.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ExportMenu } from './export-menu.tsx'
import { addressOf } from './filter-address.ts'
import { ImportDialog } from './import-dialog.tsx'
import { RecordList, type RecordListProps } from './record-list.tsx'
import { Trash } from './trash.tsx'

export interface RecordPageProps extends Omit<RecordListProps, 'module' | 'label' | 'empty'> {
  module: Module
  title: string
  /** One line on what the page is for. */
  text?: ReactNode
  /** What the collection is called: `Books`. */
  many: string
  /** What an empty page says, and its way on besides a new one and an import. */
  emptyTitle?: string
  emptyText?: ReactNode
  emptyAction?: ReactNode
  /** Quiet buttons before the others. */
  actions?: ReactNode
  /** What stands over the list: a chart, a few figures. */
  above?: ReactNode
}

/** The whole page of a module that keeps records: its list, new ones, import, export, trash. */
export function RecordPage({
  title,
  text,
  many,
  emptyTitle,
  emptyText,
  emptyAction,
  actions,
  above,
  ...list
}: RecordPageProps) {
  const { t } = useTranslation(['kit', 'sharing'])
  const { module, name, collection } = list
  const [, go] = useAddress(addressOf({ collection }))
  const [isImporting, setIsImporting] = useState(false)
  const [inTrash, setInTrash] = useState(false)
  const [isPublishing, setIsPublishing] = useState(false)
  const { isMember } = useSession()
  const [kind, declared] = Object.entries(module.pages ?? {}).find(([, { table }]) => table === name) ?? []
  const takesFiles = Object.keys(module.imports ?? {}).length > 0
  const importButton = takesFiles && <Button onClick={() => setIsImporting(true)}>{t('import.title')}</Button>
  return (
    <PageFrame
      title={title}
      text={text}
      actions={
        <>
          {actions}
          {declared && isMember && (
            <IconButton label={t('sharing:pages.publish')} icon={<Globe />} onClick={() => setIsPublishing(true)} />
          )}
          <IconButton label={t('trash.title')} icon={<Trash2 />} onClick={() => setInTrash(true)} />
          {importButton}
          <ExportMenu module={module.id} collections={{ [name]: many }} />
          <Button variant="primary" onClick={() => go({ item: 'new' })} aria-keyshortcuts="n">
            {t('records.new')}
          </Button>
        </>
      }
    >
      {above}
      <RecordList
        {...list}
        label={title}
        empty={
          <EmptyState title={emptyTitle ?? t('table.empty')} text={emptyText} action={emptyAction ?? importButton} />
        }
      />
      {kind !== undefined && declared && (
        <Publish
          module={module.id}
          kind={kind}
          declared={declared}
          title={title}
          fields={fieldsOf(collection).filter((field) => field.kind !== 'reference')}
          open={isPublishing}
          onOpenChange={setIsPublishing}
        />
      )}
      <ImportDialog module={module.id} open={isImporting} onOpenChange={setIsImporting} />
      <Trash module={module.id} collections={{ [name]: many }} open={inTrash} onOpenChange={setInTrash} />
    </PageFrame>
  )
}
