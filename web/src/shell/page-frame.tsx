import { clsx } from 'clsx'
import { createContext, type ReactNode, use } from 'react'
import { ModuleSettingsButton } from '../records/module-settings.tsx'
import { ScopeSwitch } from '../teams/scope-switch-part.ts'
import { canBeSet, type InstalledModule } from './modules.ts'
import { usePageTitle } from './page-title.ts'

export interface PageFrameProps {
  title: string
  /** One line on what the page is for. */
  text?: ReactNode
  /** The page's one primary action, with quiet ones before it. */
  actions?: ReactNode
  /** Filters or tabs below the title. */
  toolbar?: ReactNode
  /** `prose` for reading, `wide` for boards and tables. */
  width?: 'prose' | 'page' | 'wide'
  /** Its content takes the height that the window has, and scrolls within itself. */
  fills?: boolean
  children: ReactNode
}

const widths = { prose: 'max-w-prose', page: 'max-w-5xl', wide: 'max-w-none' }

/** True in a module's page, whose things are the person's or a team's. */
export const ScopedContext = createContext(false)

/** The module whose page it is: its settings are opened from there. */
export const PageModuleContext = createContext<InstalledModule | null>(null)

/** A page: one title, one primary action, content. */
export function PageFrame({ title, text, actions, toolbar, width = 'page', fills, children }: PageFrameProps) {
  usePageTitle(title)
  const isScoped = use(ScopedContext)
  const module = use(PageModuleContext)
  const settings = module && canBeSet(module) && <ModuleSettingsButton module={module} />
  return (
    <div
      className={clsx(
        'mx-auto flex w-full flex-1 flex-col px-4 pt-5 desk:px-8 desk:pt-8',
        fills ? 'min-h-0 pb-4' : 'pb-16',
        widths[width],
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-48">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-xl wrap-anywhere">
              <bdi>{title}</bdi>
            </h1>
            {isScoped && <ScopeSwitch failed={null} />}
          </div>
          {text && (
            <p className="mt-0.5 max-w-prose text-pretty text-muted">
              <bdi>{text}</bdi>
            </p>
          )}
        </div>
        {(actions || settings) && (
          <div className="flex max-w-full shrink-0 flex-wrap gap-2">
            {actions}
            {settings}
          </div>
        )}
      </header>
      {toolbar && <div className="mt-4 flex flex-wrap items-center gap-2">{toolbar}</div>}
      <div className="mt-6 flex min-h-0 flex-1 flex-col">{children}</div>
    </div>
  )
}
