import type { Command } from '@atrium/contract/commands'
import { ChevronRight, CornerDownLeft, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import type { Commands } from './use-commands.ts'

export interface CommandRowProps {
  id: string
  command: Command
  /** What stands for it in the message box, of several the one that was typed. */
  trigger?: string | undefined
  /** It is chosen by its trigger, which stands first. */
  isTyped?: boolean
  /** The list that it stands in, when that is not plain. */
  under?: string | undefined
  isActive: boolean
  obstacle: Commands['obstacle']
  onActive: () => void
  onChoose: () => void
}

/** One line in its own direction, at the side where lines of the page begin. */
const lineClass = 'truncate [text-align:-webkit-match-parent] [text-align:match-parent]'

export const opensList = ({ action }: Command): boolean => action.value.startsWith('open:')

/** One command, wherever commands are listed: an option of a listbox whose field keeps the focus. */
export function CommandRow({
  id,
  command,
  trigger,
  isTyped,
  under,
  isActive,
  obstacle,
  onActive,
  onChoose,
}: CommandRowProps) {
  const { t } = useTranslation()
  const hindrance = obstacle(command)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and points here with aria-activedescendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => !isActive && onActive()}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-sm px-2.5 py-1.5 text-sm aria-selected:bg-hover touch:min-h-11"
    >
      <Icon name={command.icon ?? 'box'} className="size-4 shrink-0 text-muted" />
      {isTyped && trigger && (
        <span dir="ltr" className="shrink-0 font-mono text-[0.8125rem]">
          {trigger}
        </span>
      )}
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <span dir="auto" className={`max-w-full shrink-0 ${lineClass}`}>
          {under && <span className="text-muted">{under}: </span>}
          <bdi>{command.label}</bdi>
        </span>
        {command.description && (
          <span dir="auto" className={`min-w-0 flex-1 text-xs text-muted max-sm:hidden ${lineClass}`}>
            {command.description}
          </span>
        )}
      </span>
      {!isTyped && trigger && (
        <span dir="ltr" className="shrink-0 font-mono text-xs text-muted max-sm:hidden">
          {trigger}
        </span>
      )}
      {hindrance?.kind === 'plan' && (
        <Badge icon={<Lock aria-label={t('chat.picker.lockedShort')} />}>{t(`chat.plan.${hindrance.plan}`)}</Badge>
      )}
      {command.shortcut && <Kbd keys={command.shortcut} className="shrink-0 touch:hidden" />}
      {opensList(command) ? (
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint rtl:-scale-x-100" />
      ) : (
        isActive && <CornerDownLeft aria-hidden className="size-3.5 shrink-0 text-faint rtl:-scale-x-100" />
      )}
    </div>
  )
}
