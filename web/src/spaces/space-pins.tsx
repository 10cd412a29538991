import { entryOf } from '@atrium/contract/catalogue/modules'
import { modulesOf } from '@atrium/contract/catalogue/pages'
import type { Space } from '@atrium/contract/catalogue/spaces'
import { installedIn } from '@atrium/contract/space-modules'
import type { ShownPin, SpaceRoom } from '@atrium/contract/spaces'
import { ArrowDown, ArrowUp, Blocks, Ellipsis, File, MessageSquare, PinOff, Plus, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'
import { type InstalledModule, useModules } from '../shell/modules.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../ui/menu.tsx'
import { Hint, Panel, rowClass } from './panel.tsx'
import type { Pinning } from './pinning.ts'

const icons: Record<ShownPin['kind'], ReactNode> = {
  thread: <MessageSquare aria-hidden />,
  record: <StickyNote aria-hidden />,
  file: <File aria-hidden />,
  module: <Blocks aria-hidden />,
}

function addressOf({ kind, id, module }: ShownPin, installed: readonly InstalledModule[]): string {
  if (kind === 'thread') return `/c/${id}`
  if (kind === 'file') return `/api/files/${id}`
  const known = installed.find((one) => one.id === module) ?? entryOf(module ?? '')
  return known?.route ?? `/abilities/${module}`
}

/** What the person keeps at hand here, in their own order. */
export function SpacePins({ space, room, pinning }: { space: Space; room: SpaceRoom | undefined; pinning: Pinning }) {
  const { t } = useTranslation('spaces')
  const { data: installed = [] } = useModules()
  const { pins } = pinning
  const further = [...installedIn(space, installed), ...modulesOf(space)]
  const modules = [...new Map(further.map((one) => [one.id, one])).values()].filter(
    ({ id }) => !pinning.has('module', id),
  )
  const files = room?.files.filter(({ id }) => !pinning.has('file', id)) ?? []
  return (
    <Panel
      title={t('pins')}
      action={
        modules.length + files.length > 0 && (
          <Menu>
            <MenuTrigger>
              <IconButton size="sm" label={t('addPin')} icon={<Plus />} />
            </MenuTrigger>
            <MenuContent align="end" className="max-h-80 overflow-y-auto">
              {files.map(({ id, name }) => (
                <MenuItem key={id} icon={<File />} onSelect={() => pinning.add('file', id)}>
                  {name}
                </MenuItem>
              ))}
              {modules.map(({ id, title, icon }) => (
                <MenuItem key={id} icon={<Icon name={icon} />} onSelect={() => pinning.add('module', id)}>
                  {said(title)}
                </MenuItem>
              ))}
            </MenuContent>
          </Menu>
        )
      }
    >
      {pins.length === 0 ? (
        <Hint>{t('noPins')}</Hint>
      ) : (
        <ul className="-mx-2">
          {pins.map((pin, at) => {
            const title = pin.kind === 'module' ? said(pin.title) : pin.title || t('untitled')
            const inside = (
              <>
                {icons[pin.kind]}
                <bdi className="min-w-0 truncate">{title}</bdi>
              </>
            )
            const address = addressOf(pin, installed)
            return (
              <li key={`${pin.kind} ${pin.id}`} className="flex items-center gap-1">
                {pin.kind === 'file' ? (
                  <a href={address} target="_blank" rel="noreferrer" className={rowClass}>
                    {inside}
                  </a>
                ) : (
                  <Link to={address} className={rowClass}>
                    {inside}
                  </Link>
                )}
                <Menu>
                  <MenuTrigger>
                    <IconButton size="sm" label={t('pinMenu', { title })} icon={<Ellipsis />} />
                  </MenuTrigger>
                  <MenuContent align="end">
                    {at > 0 && (
                      <MenuItem icon={<ArrowUp />} onSelect={() => pinning.move(pin, -1)}>
                        {t('up')}
                      </MenuItem>
                    )}
                    {at < pins.length - 1 && (
                      <MenuItem icon={<ArrowDown />} onSelect={() => pinning.move(pin, 1)}>
                        {t('down')}
                      </MenuItem>
                    )}
                    <MenuItem icon={<PinOff />} onSelect={() => pinning.remove(pin)}>
                      {t('unpin')}
                    </MenuItem>
                  </MenuContent>
                </Menu>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
