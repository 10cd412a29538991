import type { NotificationPreferences } from '@atrium/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/session.ts'
import { Panel } from '../settings/panel.tsx'
import { useChange } from '../settings/use-change.ts'
import { Button } from '../ui/button.tsx'
import { browserState, turnOff, turnOn } from './browser-push.ts'
import { INBOX } from './paths.ts'

const STATE = 'browser-push'

/** Whether this browser is pushed to, why not, and what can be done about it. */
export function BrowserPanel({ preferences: { pushKey, devices } }: { preferences: NotificationPreferences }) {
  const { t } = useTranslation('notifications')
  const { userId } = useSession()
  const owner = userId ?? ''
  const { data: state } = useQuery({ queryKey: [STATE, owner], queryFn: () => browserState(owner), staleTime: 0 })
  const on = useChange({ act: () => turnOn(owner, pushKey ?? ''), renew: [STATE, INBOX] })
  const off = useChange({ act: turnOff, renew: [STATE, INBOX] })
  return (
    <Panel title={t('browser.title')} text={t('browser.text')}>
      {state && <p role="status">{t(`browser.${state}`)}</p>}
      {state === 'off' && pushKey !== null && (
        <Button className="self-start" loading={on.isPending} onClick={() => on.mutate()}>
          {t('browser.turnOn')}
        </Button>
      )}
      {state === 'on' && (
        <Button className="self-start" loading={off.isPending} onClick={() => off.mutate()}>
          {t('browser.turnOff')}
        </Button>
      )}
      {devices > 0 && <p className="text-muted text-xs">{t('browser.devices', { count: devices })}</p>}
    </Panel>
  )
}
