import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { part } from '../platform/part.tsx'
import { useSession } from '../platform/session.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { useMedia } from '../shell/use-media.ts'
import { Select } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { DataSection } from './data-section.tsx'
import { DeletionNotice } from './deletion.tsx'
import { Invitation } from './invitation.tsx'
import { MemorySection } from './memory-section.tsx'
import { ModelsSection } from './models-section.tsx'
import { ModulesSection } from './modules-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { isFor, type SectionKey, sections } from './sections.ts'
import { SecuritySection } from './security-section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'
import { UnsavedGuard } from './unsaved.tsx'

/** Beside the sidebar a list of sections leaves the content too little room on a tablet. */
const NARROW = '(max-width: 1023px)'

const NotificationsSection = part(() =>
  import('../notifications/settings-section.tsx').then((file) => file.NotificationsSection),
)
const TeamsSection = part(() => import('../teams/teams-section.tsx').then((file) => file.TeamsSection))

const PagesSection = part(() => import('../sharing/pages-section.tsx').then((file) => file.PagesSection))

const WebhooksSection = part(() => import('../webhooks/webhooks-section.tsx').then((file) => file.WebhooksSection))

const contents: Record<SectionKey, () => React.ReactNode> = {
  profile: ProfileSection,
  teams: () => <TeamsSection placeholder={<Skeleton className="h-40 w-full" />} />,
  plan: PlanSection,
  security: SecuritySection,
  appearance: AppearanceSection,
  notifications: () => <NotificationsSection placeholder={<Skeleton className="h-80 w-full" />} />,
  models: ModelsSection,
  memory: MemorySection,
  pages: () => <PagesSection placeholder={<Skeleton className="h-40 w-full" />} />,
  webhooks: () => <WebhooksSection placeholder={<Skeleton className="h-40 w-full" />} />,
  modules: ModulesSection,
  data: DataSection,
  shortcuts: ShortcutsSection,
}

/** /settings/:section?, and /profile, which is its first section. Visitors see what works without an account. */
export function SettingsPage() {
  // The words of all sections: one that asked for its own when it is opened would hide the page for that moment.
  const { t } = useTranslation(['settings', 'teams', 'auth', 'webhooks', 'notifications', 'sharing', 'kit'])
  const who = useSession()
  const narrow = useMedia(NARROW)
  const { section } = useParams()
  const open = sections.filter((one) => isFor(one, who))
  const wanted = sections.find(({ key }) => key === section)
  if (section && !wanted) return <Navigate replace to="/settings" />
  if (who.status === 'loading' && !who.error) {
    return (
      <PageFrame title={t('title')}>
        <Skeleton className="h-80 w-full" />
      </PageFrame>
    )
  }
  const current = wanted ?? open[0]
  if (!current) return null
  const Content = contents[current.key]
  return (
    <PageFrame title={t('title')}>
      <UnsavedGuard />
      <div className={clsx('grid gap-x-10 gap-y-6', !narrow && 'grid-cols-[13rem_minmax(0,1fr)]')}>
        <SectionList narrow={narrow} current={current.key} keys={open.map(({ key }) => key)} />
        <div className="flex min-w-0 max-w-2xl flex-col gap-8">
          <h2 className="sr-only">{t(`sections.${current.key}`)}</h2>
          {who.isMember && <DeletionNotice />}
          {!who.isMember && <Invitation isGuest={who.isGuest} />}
          {isFor(current, who) && <Content key={current.key} />}
        </div>
      </div>
    </PageFrame>
  )
}

interface SectionListProps {
  narrow: boolean
  current: SectionKey
  keys: readonly SectionKey[]
}

/** At the side on a desk; elsewhere the platform's own picker, which holds any number of them in any language. */
function SectionList({ narrow, current, keys }: SectionListProps) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const shown = sections.filter(({ key }) => keys.includes(key) || key === current)
  if (narrow) {
    return (
      <Select
        className="max-w-2xl"
        label={t('section')}
        value={current}
        options={shown.map(({ key }) => ({ value: key, label: t(`sections.${key}`) }))}
        onChange={({ target: { value } }) => void navigate(`/settings/${value}`)}
      />
    )
  }
  return (
    <nav aria-label={t('title')} className="sticky top-8 self-start">
      <ul className="-ms-2 flex flex-col gap-0.5">
        {shown.map(({ key, icon: Icon }) => (
          <li key={key}>
            <Link
              to={`/settings/${key}`}
              aria-current={key === current ? 'page' : undefined}
              className={clsx(
                'flex min-h-8 items-center gap-2 rounded-md px-2 py-1.5 touch:min-h-11',
                key === current ? 'bg-active font-medium' : 'text-muted hover:bg-hover hover:text-ink',
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0">{t(`sections.${key}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
