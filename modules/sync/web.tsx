import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { FilesPage } from './web/files-page.tsx'

const ConnectPage = lazy(() => import('./web/connect-page.tsx').then((file) => ({ default: file.ConnectPage })))
const SharedPage = lazy(() => import('./web/shared-page.tsx').then((file) => ({ default: file.SharedPage })))
const RequestPage = lazy(() => import('./web/request-page.tsx').then((file) => ({ default: file.RequestPage })))
const ActivityPage = lazy(() => import('./web/activity-page.tsx').then((file) => ({ default: file.ActivityPage })))
const RequestsPage = lazy(() => import('./web/requests-page.tsx').then((file) => ({ default: file.RequestsPage })))

/** What a link opens for whoever has it. */
const BY_LINK: Readonly<Record<string, ComponentType<{ token: string }>>> = { shared: SharedPage, request: RequestPage }
/** Pages of their own beside the files. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  activity: ActivityPage,
  connect: ConnectPage,
  requests: RequestsPage,
}

/** A person's own files and what belongs to them (`/sync/connect`), or what a link opens (`/sync/shared/<token>`, `/sync/request/<token>`). */
export default function SyncPage() {
  const { pathname } = useLocation()
  const [, name = '', token = ''] = /^\/sync\/(\w+)(?:\/([\w-]+))?\/?$/.exec(pathname) ?? []
  const Linked = token ? BY_LINK[name] : undefined
  const Page = token ? undefined : PAGES[name]
  if (Linked)
    return (
      <Suspense>
        <Linked token={token} />
      </Suspense>
    )
  return Page ? (
    <Suspense>
      <Page />
    </Suspense>
  ) : (
    <FilesPage />
  )
}
