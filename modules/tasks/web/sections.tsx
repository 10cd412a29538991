import {
  Button,
  Dialog,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuTrigger,
  TextField,
  useAction,
} from '@atrium/web/kit'
import { ArrowLeft, ArrowRight, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type tasks from '../module.ts'
import type { Section } from '../records.ts'
import { useTexts } from './texts.ts'
import type { ShownProject } from './use-projects.ts'

/** Changes the sections of a project, all of them at once. */
export function useSections({ id, version, sections }: Pick<ShownProject, 'id' | 'version' | 'sections'>) {
  const { t } = useTexts()
  const save = useAction<typeof tasks, 'changeProject'>('tasks', 'changeProject', { done: t('section.changed') })
  const set = (next: readonly Section[]) => save.mutate({ id, version, sections: [...next] })
  return {
    add: (name: string) => set([...sections, { id: crypto.randomUUID().slice(0, 8), name }]),
    rename: (section: string, name: string) =>
      set(sections.map((one) => (one.id === section ? { ...one, name } : one))),
    remove: (section: string) => set(sections.filter((one) => one.id !== section)),
    step: (section: string, by: 1 | -1) => {
      const at = sections.findIndex((one) => one.id === section)
      const [one] = sections.slice(at)
      if (one && sections[at + by]) set(sections.toSpliced(at, 1).toSpliced(at + by, 0, one))
    },
  }
}

interface NameFormProps {
  name?: string
  onName: (name: string) => void
  onClose: () => void
}

function NameForm({ name = '', onName, onClose }: NameFormProps) {
  const { t } = useTexts()
  const [text, setText] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) onName(text.trim())
    onClose()
  }
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="flex w-full max-w-80 items-end gap-2"
    >
      <TextField
        label={t('section.name')}
        value={text}
        maxLength={60}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="primary" className="h-10">
        {t('form.save')}
      </Button>
    </form>
  )
}

export function AddSection({ project }: { project: ShownProject }) {
  const { t } = useTexts()
  const sections = useSections(project)
  const [adding, setAdding] = useState(false)
  if (adding) return <NameForm onName={sections.add} onClose={() => setAdding(false)} />
  return (
    <Button
      variant="ghost"
      size="sm"
      className="self-start print:hidden"
      icon={<Plus aria-hidden className="size-4" />}
      onClick={() => setAdding(true)}
    >
      {t('section.add')}
    </Button>
  )
}

/** What can be done with a section. */
export function SectionMenu({ project, section }: { project: ShownProject; section: Section }) {
  const { t } = useTexts()
  const sections = useSections(project)
  const [renaming, setRenaming] = useState(false)
  const at = project.sections.findIndex(({ id }) => id === section.id)
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton
            size="sm"
            label={t('moreFor', { title: section.name })}
            icon={<Ellipsis />}
            className="print:hidden"
          />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<Pencil />} onSelect={() => setRenaming(true)}>
            {t('section.rename')}
          </MenuItem>
          {at > 0 && (
            <MenuItem icon={<ArrowLeft className="rtl:-scale-x-100" />} onSelect={() => sections.step(section.id, -1)}>
              {t('section.before')}
            </MenuItem>
          )}
          {at < project.sections.length - 1 && (
            <MenuItem icon={<ArrowRight className="rtl:-scale-x-100" />} onSelect={() => sections.step(section.id, 1)}>
              {t('section.after')}
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 />} danger onSelect={() => sections.remove(section.id)}>
            {t('section.remove')}
          </MenuItem>
        </MenuContent>
      </Menu>
      <Dialog open={renaming} size="sm" onOpenChange={setRenaming} title={t('section.rename')}>
        <NameForm
          name={section.name}
          onName={(name) => sections.rename(section.id, name)}
          onClose={() => setRenaming(false)}
        />
      </Dialog>
    </>
  )
}
