import { modelName } from '@atrium/contract/catalogue/model-names'
import type { Message } from '@atrium/contract/chat'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../ui/menu.tsx'
import { BranchSwitch } from './branch-switch.tsx'
import { Feedback } from './feedback.tsx'
import { ModelBadge } from './model-badge.tsx'
import { ReplyDetails } from './reply-details.tsx'
import { useThreadActions } from './thread-context.ts'
import { modelsQuery } from './thread-queries.ts'
import { useCopy } from './use-copy.ts'

/** What can be done with a finished reply. Always there for the last one, for others on hover and focus. */
export function ReplyActions({ message, isLast }: { message: Message; isLast: boolean }) {
  const { t } = useTranslation()
  const { threadId, isAdmin } = useThreadActions()
  const { copied, copy } = useCopy()
  const quiet = isLast
    ? ''
    : 'opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 has-[[aria-expanded=true]]:opacity-100 touch:opacity-100'
  return (
    <div className="mt-1.5 -ms-1.5 flex min-h-7 flex-wrap items-center gap-x-0.5 touch:min-h-9">
      <BranchSwitch message={message} />
      <div className={`flex items-center gap-0.5 transition-opacity duration-120 ${quiet}`}>
        {message.content !== '' && (
          <IconButton
            size="sm"
            label={copied ? t('chat.copied') : t('chat.copy')}
            icon={copied ? <Check /> : <Copy />}
            onClick={() => copy(message.content)}
          />
        )}
        <RegenerateMenu message={message} />
        {threadId && <Feedback message={message} threadId={threadId} />}
        {isAdmin && <ReplyDetails message={message} />}
      </div>
      <div className={`ms-2 min-w-0 transition-opacity duration-120 ${quiet}`}>
        <ModelBadge meta={message.meta} />
      </div>
    </div>
  )
}

function RegenerateMenu({ message }: { message: Message }) {
  const { t } = useTranslation()
  const { busy, regenerate } = useThreadActions()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({ ...modelsQuery, enabled: open })
  const others = (data?.models ?? []).filter(({ id }) => id !== message.meta.model)
  return (
    <Menu open={open} onOpenChange={setOpen}>
      <MenuTrigger>
        <IconButton size="sm" label={t('chat.regenerate')} icon={<RefreshCw />} disabled={busy} />
      </MenuTrigger>
      <MenuContent align="start">
        <MenuItem icon={<RefreshCw />} onSelect={() => regenerate(message)}>
          {t('chat.notice.again')}
        </MenuItem>
        {others.length > 0 && (
          <>
            <MenuSeparator />
            <MenuLabel>{t('chat.regenerateWith')}</MenuLabel>
            {others.map((model) => (
              <MenuItem key={model.id} onSelect={() => regenerate(message, model.id)}>
                {modelName(model.id, model.name)}
              </MenuItem>
            ))}
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
