import {
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  Publish,
  Share,
  useAction,
  useConfirm,
  useSession,
} from '@atrium/web/kit'
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, Globe, Pencil, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type tasks from '../module.ts'
import { placeBehind } from '../ordering.ts'
import { publicKinds } from '../public-kinds.ts'
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
  const [sharing, setSharing] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const { isMember } = useSession()
  const change = useAction<typeof tasks, 'changeProject'>('tasks', 'changeProject')
  const remove = useAction<typeof tasks, 'removeProject'>('tasks', 'removeProject', { done: t('project.removed') })
  const at = among.findIndex(({ id }) => id === project.id)
  const { id, name, archived } = project
  const step = async (by: 1 | -1) => {
    // Those that were names once all stand at nought: others are written anew with it.
    for (const place of placeBehind(id, at + by - 1, among.toSpliced(at, 1))) {
      const made = await change.mutateAsync(place).catch(() => null) // told in a toast
      if (!made) return
    }
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
          {isMember && (
            <MenuItem icon={<UsersRound />} onSelect={() => setSharing(true)}>
              {t('project.share')}
            </MenuItem>
          )}
          {among[at - 1] && (
            <MenuItem icon={<ArrowUp />} onSelect={() => void step(-1)}>
              {t('moveUp')}
            </MenuItem>
          )}
          {among[at + 1] && (
            <MenuItem icon={<ArrowDown />} onSelect={() => void step(1)}>
              {t('moveDown')}
            </MenuItem>
          )}
          {isMember && (
            <MenuItem icon={<Globe />} onSelect={() => setPublishing(true)}>
              {t('publish.project')}
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
      <Publish
        module="tasks"
        kind="project"
        declared={publicKinds.project}
        subject={id}
        title={name}
        open={publishing}
        onOpenChange={setPublishing}
      />
      <Share module="tasks" collection="projects" {...{ id, name }} open={sharing} onOpenChange={setSharing} />
      {editing && <ProjectDialog project={project} onClose={() => setEditing(false)} />}
    </>
  )
}
