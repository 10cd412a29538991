import { modelName } from '@atrium/contract/catalogue/model-names'
import type { ThreadHistory } from '@atrium/contract/chat'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { sentenceFor } from '../platform/api.ts'
import { part } from '../platform/part.tsx'
import { patiently } from '../platform/patiently.ts'
import { useSession } from '../platform/session.ts'
import { useShortcut } from '../shell/use-shortcut.ts'
import { Menu, MenuContent, MenuTrigger } from '../ui/menu.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { NEXT_PERSONA, PREVIOUS_PERSONA, usePreferences } from './chat-preferences.ts'
import { modelsQuery } from './thread-queries.ts'

const ComposerMenuItems = part(() => import('./composer-menu-items.tsx').then((module) => module.ComposerMenuItems))

/** Who answers, and with which model: one quiet button. */
export function ComposerMenu({ thread }: { thread: ThreadHistory | undefined }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const [open, setOpen] = useState(false)
  const session = useSession()
  const navigate = useNavigate()
  const cycle = (step: 1 | -1) =>
    void patiently(() => import('./persona-choice.ts')).then(
      ({ cyclePersona }) => cyclePersona(step, { thread, session, t, navigate }),
      (error: unknown) =>
        toast({ variant: 'destructive', title: t('chat.picker.failed'), description: sentenceFor(error) }),
    )
  useShortcut(NEXT_PERSONA, () => cycle(1))
  useShortcut(PREVIOUS_PERSONA, () => cycle(-1))
  const { data } = useQuery(modelsQuery)
  const models = data?.models ?? []
  const persona = thread?.persona ?? preferences.persona
  const wanted = thread?.model ?? preferences.model
  const model = models.find(({ id }) => id === wanted) ?? models.find(({ id }) => id === data?.selected)

  return (
    <Menu open={open} onOpenChange={setOpen}>
      <MenuTrigger>
        <button
          type="button"
          onPointerOver={ComposerMenuItems.load}
          onFocusCapture={ComposerMenuItems.load}
          className="flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink touch:h-10"
        >
          <span className="sr-only">{t('chat.picker.label')}</span>
          <span className="truncate">{t(`chat.persona.${persona}.name`)}</span>
          {model && <span className="truncate text-faint max-sm:hidden">{modelName(model.id, model.name)}</span>}
          <ChevronDown aria-hidden className="size-3.5 shrink-0" />
        </button>
      </MenuTrigger>
      <MenuContent side="top" align="start" className="max-h-[min(32rem,70dvh)] w-72 overflow-y-auto">
        <ComposerMenuItems
          thread={thread}
          persona={persona}
          model={model}
          models={models}
          placeholder={<ItemsSkeleton />}
        />
      </MenuContent>
    </Menu>
  )
}

function ItemsSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-3">
      {['w-20', 'w-40', 'w-48', 'w-36', 'w-44'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
