import type {
  Channels,
  NotificationPreferences,
  NotificationPreferencesChange,
  NotificationTest,
} from '@atrium/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api } from '../platform/api.ts'
import { useSession } from '../platform/session.ts'
import { Loaded, Panel } from '../settings/panel.tsx'
import { useChange } from '../settings/use-change.ts'
import { Button } from '../ui/button.tsx'
import { Switch, TextField } from '../ui/field.tsx'
import { BrowserPanel } from './browser-panel.tsx'
import { ChannelTable } from './channel-table.tsx'
import { INBOX, PREFERENCES } from './paths.ts'

const path = PREFERENCES.join('/')
/** What is offered first to whoever turns them on. */
const NIGHT = { from: '22:00', to: '07:00' }
const MORNING = '08:00'

/** Settings, Notifications: by which ways what comes, and when. */
export function NotificationsSection() {
  const { t } = useTranslation('notifications')
  const { isMember } = useSession()
  const query = useQuery<NotificationPreferences>({ queryKey: PREFERENCES })
  const { mutate } = useChange({
    act: (change: NotificationPreferencesChange) => api.patch(path, change),
    renew: [INBOX],
  })
  return (
    <Loaded query={query} lines={5}>
      {(preferences) => (
        <>
          {isMember && <BrowserPanel preferences={preferences} />}
          <Panel title={t('ways.title')} text={t('ways.text')}>
            <ChannelTable
              kinds={preferences.kinds}
              isMember={isMember}
              onChange={(module, kind, channels: Partial<Channels>) => mutate({ kinds: [{ module, kind, channels }] })}
            />
            {isMember && preferences.mail !== 'ready' && (
              <p className="text-muted text-xs">{t(`mail.${preferences.mail}`)}</p>
            )}
          </Panel>
          {isMember && <Times preferences={preferences} onChange={mutate} />}
          <Test />
        </>
      )}
    </Loaded>
  )
}

interface TimesProps {
  preferences: NotificationPreferences
  onChange: (change: NotificationPreferencesChange) => void
}

function Times({ preferences: { quiet, digestAt, mail, timeZone }, onChange }: TimesProps) {
  const { t } = useTranslation('notifications')
  return (
    <>
      <Panel title={t('quiet.title')}>
        <Switch
          label={t('quiet.label')}
          help={t('quiet.text', { zone: timeZone })}
          checked={quiet !== null}
          onChange={(isOn) => onChange({ quiet: isOn ? NIGHT : null })}
        />
        {quiet && (
          <div className="flex flex-wrap gap-4">
            <Clock
              label={t('quiet.from')}
              value={quiet.from}
              onChange={(from) => onChange({ quiet: { ...quiet, from } })}
            />
            <Clock label={t('quiet.to')} value={quiet.to} onChange={(to) => onChange({ quiet: { ...quiet, to } })} />
          </div>
        )}
      </Panel>
      {mail === 'ready' && (
        <Panel title={t('digest.title')}>
          <Switch
            label={t('digest.label')}
            help={t('digest.text')}
            checked={digestAt !== null}
            onChange={(isOn) => onChange({ digestAt: isOn ? MORNING : null })}
          />
          {digestAt && <Clock label={t('digest.at')} value={digestAt} onChange={(at) => onChange({ digestAt: at })} />}
        </Panel>
      )}
    </>
  )
}

/** A time of day: kept when it is whole, and left. */
function Clock({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  const [time, setTime] = useState(value)
  return (
    <TextField
      type="time"
      label={label}
      value={time}
      className="w-36"
      onChange={({ target }) => setTime(target.value)}
      onBlur={() => (/^\d\d:\d\d$/.test(time) ? time !== value && onChange(time) : setTime(value))}
    />
  )
}

/** Sends a notification to oneself, and says of each way what came of it. */
function Test() {
  const { t } = useTranslation('notifications')
  const { mutate, data, isPending } = useChange({
    act: () => api.post<NotificationTest>(`${INBOX}/test`, {}),
    renew: [INBOX],
  })
  return (
    <Panel title={t('test.title')} text={t('test.text')}>
      <Button className="self-start" icon={<Send aria-hidden />} loading={isPending} onClick={() => mutate()}>
        {t('test.send')}
      </Button>
      <ul role="status" className="flex flex-col gap-1">
        {data?.outcomes.map(({ channel, isSent, sentence }) => (
          <li key={channel}>
            <span className={isSent ? 'font-medium' : 'font-medium text-danger'}>{t(`ways.${channel}`)}</span>{' '}
            <span className="text-muted">{said(sentence)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
