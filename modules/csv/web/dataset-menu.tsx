import {
  Button,
  Dialog,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  TextField,
  useAction,
} from '@atrium/web/kit'
import { ArchiveRestore, EllipsisVertical, FileCog, Pencil, SquareStack, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type csv from '../module.ts'
import type { DatasetRow } from '../module.ts'
import { JoinDialog } from './join-dialog.tsx'
import { ReadingDialog } from './reading-dialog.tsx'
import { useTexts } from './texts.ts'

interface DatasetMenuProps {
  dataset: DatasetRow
  datasets: readonly DatasetRow[]
  onOpen: (id: string) => void
  onTrash: () => void
}

export function DatasetMenu({ dataset, datasets, onOpen, onTrash }: DatasetMenuProps) {
  const { t } = useTexts()
  const [dialog, setDialog] = useState<'rename' | 'reading' | 'join' | null>(null)
  const remove = useAction<typeof csv, 'remove'>('csv', 'remove', {
    done: ({ name }) => t('dataset.removed', { name }),
  })
  const { id, version } = dataset
  const close = () => setDialog(null)
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton label={t('dataset.menu')} icon={<EllipsisVertical />} className="print:hidden" />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog('rename')}>
            {t('dataset.rename')}
          </MenuItem>
          <MenuItem
            icon={<SquareStack aria-hidden />}
            disabled={datasets.length < 2}
            onSelect={() => setDialog('join')}
          >
            {t('dataset.join')}
          </MenuItem>
          <MenuItem icon={<FileCog aria-hidden />} onSelect={() => setDialog('reading')}>
            {t('dataset.reading')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<ArchiveRestore aria-hidden />} onSelect={onTrash}>
            {t('dataset.trash')}
          </MenuItem>
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => remove.mutate({ id, version })}>
            {t('dataset.remove')}
          </MenuItem>
        </MenuContent>
      </Menu>
      {dialog === 'rename' && <RenameDialog dataset={dataset} onClose={close} />}
      {dialog === 'reading' && <ReadingDialog dataset={dataset} onClose={close} />}
      {dialog === 'join' && (
        <JoinDialog
          dataset={dataset}
          datasets={datasets}
          onClose={close}
          onDone={(made) => {
            close()
            onOpen(made)
          }}
        />
      )}
    </>
  )
}

function RenameDialog({
  dataset: { id, version, name: before },
  onClose,
}: {
  dataset: DatasetRow
  onClose: () => void
}) {
  const { t } = useTexts()
  const form = useId()
  const [name, setName] = useState(before)
  const rename = useAction<typeof csv, 'rename'>('csv', 'rename', {
    done: t('dataset.renamed'),
    fields: { name: t('dataset.name') },
  })
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={t('dataset.rename')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={rename.isPending} disabled={name.trim() === ''}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate({ id, version, name }, { onSuccess: onClose })
        }}
      >
        <TextField
          label={t('dataset.name')}
          value={name}
          maxLength={200}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  )
}
