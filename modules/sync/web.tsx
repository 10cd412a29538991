import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { FilesPage } from './web/files-page.tsx'

const SharedPage = lazy(() => import('./web/shared-page.tsx').then((file) => ({ default: file.SharedPage })))

/** A person's own files, or what a link shares with whoever has it: `/sync/shared/<token>`. */
export default function SyncPage() {
  const { pathname } = useLocation()
  const [, token] = /^\/sync\/shared\/([\w-]+)\/?$/.exec(pathname) ?? []
  if (!token) return <FilesPage />
  return (
    <Suspense>
      <SharedPage token={token} />
    </Suspense>
  )
}
