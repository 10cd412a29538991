import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { Shell } from './shell/shell.tsx'

/*
 * Declarative routes: the data router costs 17 kB gzip more for loaders and fetchers, whose work TanStack Query does here.
 * Every page is a chunk of its own; `Loading...` stands in meanwhile.
 */
const ChatPage = lazy(async () => ({ default: (await import('./chat/chat-page.tsx')).ChatPage }))
const AuthPage = lazy(async () => ({ default: (await import('./accounts/auth-page.tsx')).AuthPage }))
const ModulePage = lazy(async () => ({ default: (await import('./shell/module-page.tsx')).ModulePage }))
// The design system, documented. Not in a built product.
const DevPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./ui/dev-page.tsx')).DevPage }))
  : undefined

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<AuthPage />} />
      <Route path="/auth" element={<AuthPage />} />
      <Route element={<Shell />}>
        {/* One page for both, at the same place in the tree: it lives on when a new conversation gets its address. */}
        <Route index element={<ChatPage />} />
        <Route path="c/:threadId" element={<ChatPage />} />
        {DevPage && <Route path="dev/ui" element={<DevPage />} />}
        {/* Last: installed modules' pages, and the 404 page. */}
        <Route path="*" element={<ModulePage />} />
      </Route>
    </Routes>
  )
}
