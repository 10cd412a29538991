import { buttonClass, ConnectDevice, davAddress, PageFrame, readScope } from '@atrium/web/kit'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SYSTEMS } from './systems.ts'
import { useTexts } from './texts.ts'

/** How the files are opened on a computer or phone like a drive of its own. */
export function ConnectPage() {
  const { t } = useTexts()
  const address = davAddress(location.origin, readScope(), 'sync')
  const more: Record<string, ReactNode> = {
    rclone: (
      <pre dir="ltr" className="whitespace-pre-wrap rounded-md bg-surface p-3 wrap-anywhere font-mono text-xs">
        {`rclone config create files webdav url=${address} vendor=owncloud user=… --obscure pass=…`}
        {'\nrclone bisync ~/Files files: --resync'}
      </pre>
    ),
    windows: address.startsWith('http:') && (
      <p className="text-pretty text-sm text-warning-ink">{t('connect.windows.insecure')}</p>
    ),
  }
  return (
    <PageFrame
      title={t('connect.title')}
      text={t('connect.text')}
      actions={
        <Link to="/sync" className={buttonClass()}>
          {t('connect.back')}
        </Link>
      }
    >
      <ConnectDevice t={t} address={address} systems={SYSTEMS.map((one) => ({ ...one, more: more[one.id] }))} />
    </PageFrame>
  )
}
