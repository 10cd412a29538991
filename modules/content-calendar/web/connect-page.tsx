import { buttonClass, ConnectDevice, type DeviceSystem, davAddress, PageFrame, readScope } from '@atrium/web/kit'
import { Link } from 'react-router'
import { useTexts } from './texts.ts'

type TextKey = Parameters<ReturnType<typeof useTexts>['t']>[0]

/** The phone first: it says that it is Linux or a Mac too. */
const SYSTEMS: readonly DeviceSystem<TextKey>[] = [
  {
    id: 'iphone',
    is: /iPhone|iPad/,
    title: 'connect.iphone.title',
    steps: ['connect.iphone.open', 'connect.iphone.server', 'connect.iphone.sign'],
    hint: 'connect.iphone.hint',
  },
  {
    id: 'android',
    is: /Android/,
    title: 'connect.android.title',
    steps: ['connect.android.app', 'connect.android.server', 'connect.android.choose'],
    hint: 'connect.android.hint',
  },
  {
    id: 'mac',
    is: /Mac OS X/,
    title: 'connect.mac.title',
    steps: ['connect.mac.open', 'connect.mac.server', 'connect.mac.sign'],
    hint: 'connect.mac.hint',
  },
  {
    id: 'thunderbird',
    is: /Windows|Linux|X11/,
    title: 'connect.thunderbird.title',
    steps: ['connect.thunderbird.open', 'connect.thunderbird.server', 'connect.thunderbird.choose'],
    hint: 'connect.thunderbird.hint',
  },
]

/** How a phone's or a computer's own calendar shows these, and writes into them. */
export function ConnectPage() {
  const { t } = useTexts()
  return (
    <PageFrame
      title={t('connect.title')}
      text={t('connect.text')}
      actions={
        <Link to="/content-calendar" className={buttonClass()}>
          {t('connect.back')}
        </Link>
      }
    >
      <ConnectDevice t={t} address={davAddress(location.origin, readScope(), 'content-calendar')} systems={SYSTEMS} />
    </PageFrame>
  )
}
