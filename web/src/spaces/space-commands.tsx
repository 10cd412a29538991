import type { Space } from '@atrium/contract/catalogue/spaces'
import { useTranslation } from 'react-i18next'
import { triggerOf } from '../commands/triggers.ts'
import { useCommands } from '../commands/use-commands.ts'

const SHOWN = 8

/** Commands made for this Space's field; one that is pressed stands in the composer, for words to be added. */
export function SpaceCommands({ space, onPick }: { space: Space; onPick: (text: string) => void }) {
  const { t } = useTranslation('spaces')
  const { offered } = useCommands()
  const industry = space.key.replaceAll('-', '')
  const own = offered.filter(({ industries }) => industries.includes(industry))
  const chips = new Map(
    own.flatMap((command) => {
      const trigger = triggerOf(command, '')
      return trigger ? [[trigger, command.label] as const] : []
    }),
  )
  if (chips.size === 0) return null
  return (
    <ul aria-label={t('commands')} className="mt-3 flex flex-wrap gap-2">
      {[...chips].slice(0, SHOWN).map(([trigger, label]) => (
        <li key={trigger}>
          <button
            type="button"
            title={label}
            aria-label={t('useCommand', { command: trigger, label })}
            onClick={() => onPick(`${trigger} `)}
            className="min-h-8 rounded-lg border border-line px-2.5 font-mono text-xs text-muted hover:border-line-strong hover:bg-surface hover:text-ink touch:min-h-11"
          >
            <bdi>{trigger}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
