import { isOpen, planFor } from '@atrium/contract/catalogue/plans'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { holderOf } from '../commands/use-commands.ts'
import { said } from '../i18n/said.ts'
import { useSession } from '../platform/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import type { Ability } from './ability.ts'
import { EntryFacts } from './entry-facts.tsx'
import { useTryInChat } from './use-try-in-chat.ts'

/** The ways in: its page, the chat, or the plan that opens it. */
export function AbilityWays({ ability, words = '' }: { ability: Ability; words?: string }) {
  const { t } = useTranslation('commands')
  const session = useSession()
  const tryInChat = useTryInChat()
  const locked = !isOpen(holderOf(session), { tier: ability.tier })
  const [trigger] = ability.triggers
  if (!ability.isInstalled) return null
  if (locked)
    return (
      <Link to="/settings/plan" className={buttonClass('primary')}>
        <Lock aria-hidden className="size-4" />
        {t('chat.picker.changePlan')}
      </Link>
    )
  return (
    <>
      {ability.actions.length > 0 && trigger && (
        <Button variant={ability.route ? 'secondary' : 'primary'} onClick={() => tryInChat(`${trigger} ${words}`)}>
          {t('ability.try')}
        </Button>
      )}
      {ability.route && (
        <Link to={ability.route} className={buttonClass('primary')}>
          {t('ability.open')}
        </Link>
      )}
    </>
  )
}

/** What an ability is: what it can do with sentences to try, and the facts. */
export function AbilityView({ ability }: { ability: Ability }) {
  const { t } = useTranslation('commands')
  const session = useSession()
  const wanted = { tier: ability.tier }
  return (
    <>
      {!ability.isInstalled && <NotInstalled />}
      {ability.isInstalled && !isOpen(holderOf(session), wanted) && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Lock aria-hidden className="size-4 shrink-0" />
          {t('chat.picker.locked', { persona: said(ability.title), plan: t(`chat.plan.${planFor(wanted)}`) })}
        </p>
      )}
      {ability.actions.length > 0 && <Actions ability={ability} />}
      <EntryFacts entry={ability} />
    </>
  )
}

function NotInstalled() {
  const { t } = useTranslation('entries')
  return (
    <div className="rounded-md border border-line p-4">
      <h2 className="text-base">{t('notInstalled')}</h2>
      <p className="mt-1 text-pretty text-muted">{t('notInstalledText')}</p>
    </div>
  )
}

function Actions({ ability }: { ability: Ability }) {
  const { t } = useTranslation('commands')
  const tryInChat = useTryInChat()
  return (
    <section aria-labelledby={`${ability.id}-actions`} className="mt-2">
      <h2 id={`${ability.id}-actions`} className="text-base">
        {t('ability.actions')}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {ability.actions.map(({ name, title, effect, examples }) => (
          <li key={name} className="py-3">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h3 className="text-sm font-medium">
                <bdi>{said(title)}</bdi>
              </h3>
              <Badge>{t(`ability.effect.${effect}`)}</Badge>
            </div>
            <ul className="mt-1.5 flex flex-wrap gap-1.5">
              {examples.map((example) => (
                <li key={example}>
                  <button
                    type="button"
                    onClick={() => tryInChat(example.replace(/…[^…]*$/, ''))}
                    className="min-h-7 rounded-sm border border-line px-2 text-start font-mono text-xs text-muted hover:border-line-strong hover:text-ink touch:min-h-11"
                  >
                    <bdi>{example}</bdi>
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
