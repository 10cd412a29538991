import {
  api,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  Publish,
  sentenceFor,
  toast,
  useExports,
  useSession,
  useSharedAs,
} from '@atrium/web/kit'
import { CalendarDays, Ellipsis, FileDown, FileUp, Globe, ListTree, Mic, Printer, Table, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { publicKinds } from '../public-kinds.ts'
import { useTexts } from './texts.ts'

interface ExportFile {
  name: string
  mime: string
  text: string
  count: number
}

function download({ name, mime, text }: ExportFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mime};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

interface PageMenuProps {
  onImport: () => void
  onSplit: () => void
  onMemo: () => void
  onTrash: () => void
  /** The id of the project that is shown. */
  project: string | undefined
}

export function PageMenu({ onImport, onSplit, onMemo, onTrash, project }: PageMenuProps) {
  const { t } = useTexts()
  const isOwn = useSharedAs() === null
  const [publishing, setPublishing] = useState(false)
  const exports = useExports('tasks')
  const { isMember } = useSession()
  const save = async (action: 'exportTodoTxt' | 'exportIcs' | 'exportTodoist', input: object = {}) => {
    try {
      const { output } = await api.post<{ output: ExportFile }>(`/api/m/tasks/${action}`, input)
      download(output)
      toast({ title: t('exported', { count: output.count }) })
    } catch (error) {
      toast({ variant: 'destructive', title: sentenceFor(error) })
    }
  }
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton label={t('more')} icon={<Ellipsis />} className="-me-2 touch:-me-3 print:hidden" />
        </MenuTrigger>
        <MenuContent align="end">
          {isOwn && (
            <>
              <MenuItem icon={<ListTree />} onSelect={onSplit}>
                {t('split.open')}
              </MenuItem>
              <MenuItem icon={<Mic />} onSelect={onMemo}>
                {t('memo.open')}
              </MenuItem>
              <MenuItem icon={<FileUp />} onSelect={onImport}>
                {t('import')}
              </MenuItem>
              <MenuSeparator />
            </>
          )}
          <MenuItem icon={<FileDown />} onSelect={() => void save('exportTodoTxt')}>
            {t('exportTodoTxt')}
          </MenuItem>
          <MenuItem icon={<CalendarDays />} onSelect={() => void save('exportIcs')}>
            {t('exportIcs')}
          </MenuItem>
          <MenuItem icon={<Table />} onSelect={() => exports.makeOf('tasks', 'csv')}>
            {t('exportCsv')}
          </MenuItem>
          {project && (
            <MenuItem icon={<FileDown />} onSelect={() => void save('exportTodoist', { projectId: project })}>
              {t('exportTodoist')}
            </MenuItem>
          )}
          <MenuItem icon={<Printer />} onSelect={() => print()}>
            {t('print')}
          </MenuItem>
          {isOwn && isMember && (
            <MenuItem icon={<Globe />} onSelect={() => setPublishing(true)}>
              {t('publish.requests')}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} onSelect={onTrash}>
            {t('trash')}
          </MenuItem>
        </MenuContent>
      </Menu>
      <Publish
        module="tasks"
        kind="requests"
        declared={publicKinds.requests}
        title={t('publish.requestsTitle')}
        open={publishing}
        onOpenChange={setPublishing}
      />
    </>
  )
}
