import {
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  useAction,
  useConfirm,
} from '@atrium/web/kit'
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type tasks from '../module.ts'
import { ProjectDialog } from './project-dialog.tsx'
import { useTexts } from './texts.ts'
import type { ShownProject } from './use-projects.ts'

interface ProjectMenuProps {
  project: ShownProject
  /** Those that stand beside it, in their order. */
  among: readonly ShownProject[]
  onRemoved: () => void
}

export function ProjectMenu({ project, among, onRemoved }: ProjectMenuProps) {
  const { t } = useTexts()
  const confirm = useConfirm()
  const [editing, setEditing] = useState(false)
  const change = useAction<typeof tasks, 'changeProject'>('tasks', 'changeProject')
  const remove = useAction<typeof tasks, 'removeProject'>('tasks', 'removeProject', { done: t('project.removed') })
  const at = among.findIndex(({ id }) => id === project.id)
  const { id, name, archived } = project
  const step = (by: 1 | -1) => {
    const [near, far] = [among[at + by], among[at + 2 * by]]
    if (near) change.mutate({ id, order: far ? (near.order + far.order) / 2 : near.order + by })
  }
  const drop = async () => {
    const question = {
      title: t('project.sure', { name }),
      text: t('project.sureText'),
      confirm: t('remove'),
      danger: true,
    }
    if (project.open > 0 && !(await confirm(question))) return
    remove.mutate({ ids: [id] }, { onSuccess: onRemoved })
  }
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton size="sm" label={t('moreFor', { title: name })} icon={<Ellipsis />} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
            {t('edit')}
          </MenuItem>
          {among[at - 1] && (
            <MenuItem icon={<ArrowUp />} onSelect={() => step(-1)}>
              {t('moveUp')}
            </MenuItem>
          )}
          {among[at + 1] && (
            <MenuItem icon={<ArrowDown />} onSelect={() => step(1)}>
              {t('moveDown')}
            </MenuItem>
          )}
          <MenuItem
            icon={archived ? <ArchiveRestore /> : <Archive />}
            onSelect={() => change.mutate({ id, archived: !archived })}
          >
            {t(archived ? 'project.unarchive' : 'project.archive')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onSelect={() => void drop()}>
            {t('remove')}
          </MenuItem>
        </MenuContent>
      </Menu>
      {editing && <ProjectDialog project={project} onClose={() => setEditing(false)} />}
    </>
  )
}
