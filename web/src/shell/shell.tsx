import { clsx } from 'clsx'
import { PanelLeft } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { useChatNews } from '../chat/chat-news.ts'
import { keepCurrentThread } from '../chat/chat-preferences.ts'
import { CommandsProvider, type Frame } from '../commands/commands.tsx'
import { useFocus } from '../commands/focus.ts'
import { ToolsProvider } from '../commands/tools.tsx'
import { Bell } from '../notifications/bell.tsx'
import { useFreshness } from '../platform/news.ts'
import { part } from '../platform/part.tsx'
import { useServerPreferences } from '../platform/preferences.ts'
import { IconButton } from '../ui/button.tsx'
import { pageShown, whenIdle } from '../ui/load-overlays.ts'
import { OverlayBoundary, OverlayComing } from '../ui/overlay-boundary.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { Loading } from './loading.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { useShownSidebar } from './own-sidebar.ts'
import { useShownTitle } from './page-title.ts'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { PHONE, useMedia } from './use-media.ts'
import { useServerTheme } from './use-server-theme.ts'
import { useShortcut } from './use-shortcut.ts'
import { useStrayDrops } from './use-stray-drops.ts'

const ShortcutsKey = part(() => import('../settings/shortcuts-key.tsx').then((module) => module.ShortcutsKey))
const SignInDialog = part(() => import('../accounts/sign-in-dialog.tsx').then((module) => module.SignInDialog))
const Overlays = part(() => import('../commands/overlays.tsx').then((module) => module.Overlays))

/** The hall: sidebar and page on a desk; top bar, page and bottom bar on a phone. */
export function Shell() {
  const { t } = useTranslation()
  const phone = useMedia(PHONE)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { toggle } = useSidebar()
  const OwnSidebar = useShownSidebar()
  const [menu, setMenu] = useState(false)
  const [overlay, setOverlay] = useState({ name: '', detail: '', isOpen: false })
  const [idle, setIdle] = useState(false)
  const [shown, setShown] = useState(false)
  const main = useFocusOnNavigation(pathname, () => setMenu(false))
  const focus = useFocus()
  useServerTheme()
  useServerPreferences()
  useFreshness()
  useChatNews()
  useStrayDrops()
  useEffect(() => whenIdle(Overlays.load), [])
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useEffect(() => void pageShown.then(() => setShown(true)), [])

  const newChat = () => {
    setMenu(false)
    keepCurrentThread(null)
    void navigate('/')
  }
  const closeOverlay = () => setOverlay((now) => ({ ...now, isOpen: false }))
  const open = (name: string, detail = '') => {
    setMenu(false)
    setOverlay({ name, detail, isOpen: true })
  }
  const toggleSidebar = () => (phone ? setMenu(!menu) : toggle())
  const openPalette = () => open('palette')
  const frame: Frame = { newChat, toggleSidebar, openPalette: (group) => open('palette', group), openModal: open }
  useShortcut('mod+B', toggleSidebar)
  useShortcut('mod+shift+O', newChat)
  useShortcut('mod+K', openPalette)
  useShortcut('mod+shift+F', () => open('search'))

  const commanded = (children: ReactNode) => (
    <ToolsProvider {...focus} isWanted={shown}>
      <CommandsProvider {...focus} frame={frame}>
        {children}
      </CommandsProvider>
    </ToolsProvider>
  )
  const sidebar = OwnSidebar ? (
    <OwnSidebar inSheet={phone} />
  ) : (
    <Sidebar onNewChat={newChat} onSearch={() => open('search')} onCommands={openPalette} inSheet={phone} />
  )
  return commanded(
    <div className={clsx('group/hall flex h-dvh overflow-hidden', phone ? 'flex-col' : 'flex-row')}>
      <a
        href="#main"
        className="fixed start-3 top-3 z-70 -translate-y-20 rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        {t('common.skipToContent')}
      </a>
      {phone ? (
        <>
          <TopBar onMenu={() => setMenu(true)} />
          <Sheet
            side="left"
            open={menu}
            onOpenChange={setMenu}
            title={t('shell.sidebar')}
            hideTitle
            className="bg-sidebar"
          >
            {/* A link in it leads away: also to the page that is already there. */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only listens to its links */}
            <div className="h-full" onClick={(event) => (event.target as Element).closest('a') && setMenu(false)}>
              {sidebar}
            </div>
          </Sheet>
        </>
      ) : (
        sidebar
      )}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none"
      >
        <OfflineNotice />
        <CrashBoundary resetKey={pathname}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </main>
      {phone && <BottomBar onNewChat={newChat} onCommands={openPalette} />}
      {overlay.name && (
        <OverlayBoundary open={overlay.isOpen} onClose={closeOverlay}>
          <Suspense fallback={overlay.isOpen && <OverlayComing onClose={closeOverlay} />}>
            <Overlays
              {...overlay}
              onClose={closeOverlay}
              placeholder={overlay.isOpen && <OverlayComing onClose={closeOverlay} />}
            />
          </Suspense>
        </OverlayBoundary>
      )}
      {idle && <ShortcutsKey failed={null} />}
      {idle && <SignInDialog failed={null} />}
    </div>,
  )
}

function TopBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation()
  const title = useShownTitle()
  return (
    <header
      data-print="hide"
      className="flex shrink-0 items-center gap-1 border-b border-line bg-canvas px-1.5 pt-[max(0.25rem,env(safe-area-inset-top))] pb-1"
    >
      <IconButton label={t('shell.openSidebar')} icon={<PanelLeft className="rtl:-scale-x-100" />} onClick={onMenu} />
      <span dir="auto" className="min-w-0 flex-1 truncate text-center font-medium">
        {title}
      </span>
      {/* As wide as the button, so that the title stands in the middle. */}
      <span className="flex size-9 shrink-0 items-center justify-center touch:size-11">
        <Bell />
      </span>
    </header>
  )
}

/** After a navigation the page, not the link that led to it, has the focus, unless the page has put it somewhere itself. */
function useFocusOnNavigation(pathname: string, onNavigate: () => void) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    onNavigate()
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
    main.current?.scrollTo({ top: 0 })
  })
  return main
}
