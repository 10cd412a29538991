import type { Channels, NotificationPreferences } from '@atrium/contract/notifications'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'

type Kind = NotificationPreferences['kinds'][number]
type Way = keyof Channels

interface ChannelTableProps {
  kinds: readonly Kind[]
  isMember: boolean
  onChange: (module: string, kind: string, channels: Partial<Channels>) => void
}

/** A line for each kind of notification, a box for each way. */
export function ChannelTable({ kinds, isMember, onChange }: ChannelTableProps) {
  const { t } = useTranslation('notifications')
  const ways: readonly Way[] = isMember ? ['inbox', 'push', 'mail'] : ['inbox']
  if (kinds.length === 0) return <p className="text-muted">{t('ways.none')}</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-line border-b text-muted text-xs">
            <th scope="col" className="py-2 text-start font-medium">
              {t('ways.what')}
            </th>
            {ways.map((way) => (
              <th key={way} scope="col" className="w-20 px-2 py-2 font-medium">
                {t(`ways.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ module, moduleTitle, kind, title, channels }) => (
            <tr key={`${module}.${kind}`} className="border-line border-b">
              <th scope="row" className="py-2 pe-2 text-start font-normal">
                {said(title)} <span className="block text-muted text-xs">{said(moduleTitle)}</span>
              </th>
              {ways.map((way) => (
                <td key={way} className="px-2 text-center">
                  <input
                    type="checkbox"
                    aria-label={`${said(title)}: ${t(`ways.${way}`)}`}
                    checked={channels[way]}
                    onChange={({ target }) => onChange(module, kind, { [way]: target.checked })}
                    className="size-4 accent-(--accent) touch:size-5"
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
