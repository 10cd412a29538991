import { Dialog, RecordForm, useAction } from '@atrium/web/kit'
import type tasks from '../module.ts'
import { collections, Project, type ProjectRow } from '../records.ts'
import { useTexts } from './texts.ts'

/** What is asked of a person; sections and the order have places of their own. */
const Asked = { ...collections.projects, schema: Project.pick({ name: true, colour: true, layout: true }) }

interface ProjectDialogProps {
  /** The one that is changed; a new one when absent. */
  project?: ProjectRow
  onClose: () => void
  onMade?: (id: string) => void
}

export function ProjectDialog({ project, onClose, onMade }: ProjectDialogProps) {
  const { t } = useTexts()
  const add = useAction<typeof tasks, 'addProject'>('tasks', 'addProject')
  const change = useAction<typeof tasks, 'changeProject'>('tasks', 'changeProject')
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => open || onClose()}
      title={t(project ? 'project.edit' : 'project.new')}
    >
      <RecordForm
        collection={Asked}
        value={project}
        submit={t('form.save')}
        onCancel={onClose}
        onSubmit={async (value) => {
          if (project) await change.mutateAsync({ id: project.id, version: project.version, ...value })
          else onMade?.((await add.mutateAsync(value as { name: string })).output.id)
          onClose()
        }}
      />
    </Dialog>
  )
}
