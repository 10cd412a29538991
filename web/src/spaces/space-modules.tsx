import type { Space } from '@atrium/contract/catalogue/spaces'
import { useTranslation } from 'react-i18next'
import { useModules } from '../shell/modules.ts'
import { type CardEntry, entriesIn, ModuleCard } from './module-card.tsx'
import { Hint, Panel } from './panel.tsx'

/** The Space's modules: the installed ones live, the others by their entry. */
export function SpaceModules({ space }: { space: Space }) {
  const { t } = useTranslation('spaces')
  const { data: installed = [] } = useModules()
  const moduleOf = ({ id }: CardEntry) => installed.find((one) => one.id === id)
  // What can be used at once stands before what is not installed here.
  const entries = entriesIn(space, installed).toSorted((a, b) => Number(!moduleOf(a)) - Number(!moduleOf(b)))
  return (
    <Panel title={t('modulesTitle')}>
      {entries.length === 0 ? (
        <Hint>{t('noModules')}</Hint>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-3">
          {entries.map((entry) => (
            <li key={entry.id} className="flex">
              <ModuleCard entry={entry} installed={moduleOf(entry)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
