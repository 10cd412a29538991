import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { SignInDialog } from '../accounts/sign-in-dialog.tsx'
import { useChatNews } from '../chat/chat-news.ts'
import { useFreshness } from '../platform/news.ts'
import { useServerPreferences } from '../platform/preferences.ts'
import { CrashBoundary } from './crash-boundary.tsx'
import { Loading } from './loading.tsx'
import { useServerTheme } from './use-server-theme.ts'

/** For pages that fill the screen themselves: what the shell does, without its sidebar. */
export function BareFrame() {
  const { pathname } = useLocation()
  useServerTheme()
  useServerPreferences()
  useFreshness()
  useChatNews()
  return (
    <div className="flex min-h-dvh flex-col">
      <CrashBoundary resetKey={pathname}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </CrashBoundary>
      <SignInDialog />
    </div>
  )
}
