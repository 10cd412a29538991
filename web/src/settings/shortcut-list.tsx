import { useTranslation } from 'react-i18next'
import { Kbd } from '../ui/kbd.tsx'
import { shortcutGroups } from './shortcuts.ts'

/** Every shortcut, written for this person's keyboard. */
export function ShortcutList() {
  const { t } = useTranslation('settings')
  return (
    <div className="flex flex-col gap-6">
      {shortcutGroups.map((group) => (
        <section key={group.key} aria-label={t(`shortcuts.groups.${group.key}`)}>
          <h3 className="mb-1 text-sm">{t(`shortcuts.groups.${group.key}`)}</h3>
          <dl className="divide-y divide-line">
            {group.shortcuts.map(({ key, keys }) => (
              <div key={key} className="flex items-center justify-between gap-4 py-1.5">
                <dt className="min-w-0 text-pretty text-muted">{t(`shortcuts.${group.key}.${key}`)}</dt>
                <dd className="flex shrink-0 flex-wrap justify-end gap-x-3 gap-y-1">
                  {keys.map((each) => (
                    <Kbd
                      key={each}
                      keys={each}
                      className="[&>span]:min-w-5 [&>span]:rounded-sm [&>span]:border [&>span]:border-line [&>span]:px-1.5 [&>span]:py-0.5 [&>span]:text-center [&>span]:text-ink"
                    />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
