import type { Module } from '@atrium/contract/module'
import { SHARE } from '@atrium/contract/sharing'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../platform/api.ts'
import { useModuleQuery } from '../platform/module-client.ts'
import { useScope } from '../platform/scope.ts'
import { useSession } from '../platform/session.ts'
import { Share } from '../sharing/share.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Comments } from './comments.tsx'
import { type RecordPlace, type RecordRow, type References, titleOfRow } from './record-actions.ts'
import { RecordForm } from './record-form.tsx'
import { RecordHistory } from './record-history.tsx'
import { type RecordActions, useRecordActions } from './use-record-actions.ts'

export interface RecordDialogProps extends RecordPlace {
  /** The record's id, `new` for one that is to be made, null for none. */
  id: string | null
  onClose: () => void
  /** The row, where the page has it; it is asked for otherwise. */
  row?: RecordRow
  /** What a new one begins with. */
  start?: Record<string, unknown>
  fields?: readonly string[]
  references?: References
  /** The page's, so that its keys take back what is done here. */
  actions?: RecordActions
}

/** A record to be read and changed: its form, its history, its end. Who was faster is shown beside what was typed. */
export function RecordDialog(props: RecordDialogProps) {
  const { module, name, id, row, onClose, as = '' } = props
  const { t } = useTranslation('kit')
  const own = useRecordActions(props)
  const [inHistory, setInHistory] = useState(false)
  const isNew = id === 'new'
  const asked = useModuleQuery<Module, string>(module.id, `get${as}`, id === null || isNew || row ? undefined : { id })
  const record = row ?? (asked.data as RecordRow | undefined)
  const actions = props.actions ?? own
  return (
    <>
      <Dialog
        open={id !== null}
        onOpenChange={(next) => next || onClose()}
        title={isNew ? t('records.new') : (record && titleOfRow(props, record)) || t('records.edit')}
      >
        {isNew || record ? (
          <Content key={id} {...props} row={record} actions={actions} onHistory={() => setInHistory(true)} />
        ) : asked.error ? (
          <p role="alert" className="text-danger-ink">
            {sentenceFor(asked.error)}
          </p>
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </Dialog>
      <RecordHistory
        module={module.id}
        collection={name}
        id={isNew ? null : id}
        open={inHistory && id !== null && !isNew}
        onOpenChange={setInHistory}
        fields={actions.labels}
        show={actions.show}
      />
    </>
  )
}

interface ContentProps extends Omit<RecordDialogProps, 'actions'> {
  actions: RecordActions
  onHistory: () => void
}

function Content({
  module,
  name,
  collection,
  row,
  start,
  fields,
  references,
  actions,
  onClose,
  onHistory,
}: ContentProps) {
  const { t } = useTranslation(['kit', 'sharing'])
  const { isMember } = useSession()
  const isShared = useScope().startsWith(SHARE)
  const [isSharing, setSharing] = useState(false)
  // As it was when the form opened: what has happened to it since is a conflict, not to be written over.
  const [opened] = useState(row)
  const place = useMemo(() => ({ module: module.id, collection: name }), [module.id, name])
  return (
    <>
      <RecordForm
        collection={collection}
        place={place}
        fields={fields}
        references={references}
        value={opened ?? start}
        submit={t('records.save')}
        extra={
          opened && (
            <>
              <Button onClick={onHistory}>{t('history.title')}</Button>
              {collection.shared && isMember && !isShared && (
                <Button onClick={() => setSharing(true)}>{t('sharing:share.action')}</Button>
              )}
              <Button
                onClick={async () => {
                  if (await actions.remove([opened])) onClose()
                }}
              >
                {t('common.delete')}
              </Button>
            </>
          )
        }
        onSubmit={async (value) => {
          await (opened ? actions.change(opened, value) : actions.add(value))
          onClose()
        }}
      />
      {opened && <Comments module={module.id} collection={name} id={opened.id} />}
      {opened && collection.shared && (
        <Share
          module={module.id}
          collection={name}
          id={opened.id}
          name={titleOfRow({ collection }, opened)}
          open={isSharing}
          onOpenChange={setSharing}
        />
      )}
    </>
  )
}
