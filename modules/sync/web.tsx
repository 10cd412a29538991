import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { FilesPage } from './web/files-page.tsx'

const ConnectPage = lazy(() => import('./web/connect-page.tsx').then((file) => ({ default: file.ConnectPage })))
const SharedPage = lazy(() => import('./web/shared-page.tsx').then((file) => ({ default: file.SharedPage })))

/** A person's own files, how to reach them from a device (`/sync/connect`), or what a link shares with whoever has it (`/sync/shared/<token>`). */
export default function SyncPage() {
  const { pathname } = useLocation()
  const [, token] = /^\/sync\/shared\/([\w-]+)\/?$/.exec(pathname) ?? []
  const isConnect = /^\/sync\/connect\/?$/.test(pathname)
  if (!token && !isConnect) return <FilesPage />
  return <Suspense>{token ? <SharedPage token={token} /> : <ConnectPage />}</Suspense>
}
