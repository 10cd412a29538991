import { brand } from '@atrium/contract/brand'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { Shell } from './shell/shell.tsx'

const page = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy(async () => ({ default: (await load())[name] }))

/*
 * Declarative routes: the data router costs 17 kB gzip more for loaders and fetchers, whose work TanStack Query does here.
 * Every page is a chunk of its own; `Loading...` stands in meanwhile.
 */
const ChatPage = page(() => import('./chat/chat-page.tsx'), 'ChatPage')
const BareFrame = page(() => import('./shell/bare-frame.tsx'), 'BareFrame')
const Protected = lazy(async () => ({ default: (await import('./accounts/protected.tsx')).Protected }))
const AuthPage = page(() => import('./accounts/auth-page.tsx'), 'AuthPage')
const LegalPage = page(() => import('./accounts/legal-page.tsx'), 'LegalPage')
const SpacesPage = page(() => import('./spaces/spaces-page.tsx'), 'SpacesPage')
const SpacePage = page(() => import('./spaces/space-page.tsx'), 'SpacePage')
const AbilityPage = page(() => import('./catalogue/ability-page.tsx'), 'AbilityPage')
const ToolsPage = page(() => import('./catalogue/tools-page.tsx'), 'ToolsPage')
const AgentsPage = page(() => import('./catalogue/agents-page.tsx'), 'AgentsPage')
const SettingsPage = page(() => import('./settings/settings-page.tsx'), 'SettingsPage')
const HelpPages = page(() => import('./help/help-pages.tsx'), 'HelpPages')
const JoinPage = page(() => import('./teams/join-page.tsx'), 'JoinPage')
const CopyPage = page(() => import('./sharing/copy-page.tsx'), 'CopyPage')
const SharedPages = page(() => import('./sharing/shared-page.tsx'), 'SharedPages')
const MobilePage = page(() => import('./mobile/mobile-page.tsx'), 'MobilePage')
const WorkforcePages = page(() => import('./workforce/workforce-pages.tsx'), 'WorkforcePages')
const OrgPage = page(() => import('./workforce/org/org-page.tsx'), 'OrgPage')
const AdminPage = page(() => import('./admin/admin-page.tsx'), 'AdminPage')
const ModulePage = page(() => import('./shell/module-page.tsx'), 'ModulePage')
// The design system, documented. Not in a built product.
const DevPage = import.meta.env.DEV ? page(() => import('./ui/dev-page.tsx'), 'DevPage') : undefined

const member = (children: ReactNode) => <Protected>{children}</Protected>
const home = <Navigate to="/" replace />

/** Spec 2.1. What is not here is a module's or the catalogue's, and says itself who it is for. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/login" element={<AuthPage />} />
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/gather-public" element={<Navigate to="/gather" replace />} />
      <Route path={`/${brand.prefix}/*`} element={home} />
      <Route path="/os/*" element={home} />
      <Route element={<BareFrame />}>
        <Route path="m" element={member(<MobilePage />)} />
      </Route>
      <Route element={<Shell />}>
        {/* One page for both, at the same place in the tree: it lives on when a new conversation gets its address. */}
        <Route index element={<ChatPage />} />
        <Route path="c/:threadId" element={<ChatPage />} />
        <Route path="test/threaded-chat" element={<ChatPage />} />
        <Route path="industries" element={<SpacesPage />} />
        <Route path="spaces" element={<SpacesPage />} />
        <Route path="spaces/:slug" element={<SpacePage />} />
        <Route path="industry/:slug" element={<SpacePage />} />
        <Route path="abilities/:abilityId" element={<AbilityPage />} />
        <Route path="tools" element={<ToolsPage />} />
        <Route path="agents" element={<AgentsPage />} />
        <Route path="profile" element={<SettingsPage />} />
        <Route path="settings/:section?" element={<SettingsPage />} />
        <Route path="help/:key?" element={<HelpPages />} />
        <Route path="join/:token" element={<JoinPage />} />
        <Route path="copy/:slug" element={<CopyPage />} />
        <Route path="shared/:id?" element={member(<SharedPages />)} />
        <Route path="workforce/*" element={member(<WorkforcePages />)} />
        <Route path="org-chart" element={member(<OrgPage />)} />
        <Route path="terms" element={member(<LegalPage />)} />
        <Route path="privacy" element={member(<LegalPage />)} />
        <Route
          path="admin"
          element={
            <Protected admin>
              <AdminPage />
            </Protected>
          }
        />
        {DevPage && <Route path="dev/ui" element={<DevPage />} />}
        {/* Last: installed modules' pages, the catalogue's, and the 404 page. */}
        <Route path="*" element={<ModulePage />} />
      </Route>
    </Routes>
  )
}
