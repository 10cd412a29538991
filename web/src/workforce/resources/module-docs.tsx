import type { ModuleInfo } from '@atrium/contract/module-shown'
import { Link2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { nameOf } from '../agent-name.ts'
import { InputTable } from './input-table.tsx'
import { type AllAgents, actionAnchor, agentAnchor, grants } from './published.ts'

const tones: Readonly<Record<'read' | 'write' | 'send', Tone>> = { read: 'neutral', write: 'info', send: 'warning' }

export type ActionDocs = ModuleInfo['actions'][string] & { id: string }

interface ModuleDocsProps {
  actions: readonly ActionDocs[]
  agents: AllAgents
  onAsk: () => void
}

/** The actions of a module: what each does, what goes in, which agents come with it. */
export function ModuleDocs({ actions, agents, onAsk }: ModuleDocsProps) {
  const { t } = useTranslation('seats')
  return (
    <div className="flex flex-col divide-y divide-line rounded-md border border-line px-4">
      {actions.map(({ id, summary, effect, input }) => (
        <section key={id} aria-labelledby={actionAnchor(id)} className="flex min-w-0 flex-col gap-3 py-4">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <div className="min-w-0 flex-1 basis-64">
              <div className="flex flex-wrap items-center gap-x-2">
                <h3 id={actionAnchor(id)} tabIndex={-1} className="scroll-mt-4 text-base outline-none">
                  <code dir="ltr" className="wrap-anywhere">
                    {id}
                  </code>
                </h3>
                <AnchorLink to={actionAnchor(id)} name={id} />
              </div>
              <p className="text-pretty text-muted">
                <bdi>{said(summary)}</bdi>
              </p>
            </div>
            <Badge tone={tones[effect]}>{t(`access.effects.${effect}`)}</Badge>
          </div>
          <InputTable schema={input} name={id} />
          <WhoHas action={id} agents={agents} onAsk={onAsk} />
        </section>
      ))}
    </div>
  )
}

/** Its own address, to be copied or kept. */
export function AnchorLink({ to, name }: { to: string; name: string }) {
  const { t } = useTranslation('seats')
  return (
    <Link
      to={{ hash: to }}
      aria-label={t('docs.link', { name })}
      className="grid size-6 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink touch:size-11"
    >
      <Link2 aria-hidden className="size-4" />
    </Link>
  )
}

function WhoHas({ action, agents, onAsk }: { action: string; agents: AllAgents; onAsk: () => void }) {
  const { t } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const [isMine, setIsMine] = useState(false)
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed gives way to the answer.
    if (isMine && agents.isAsked) answer.current?.focus()
  }, [isMine, agents.isAsked])
  if (!agents.isAsked)
    return (
      <div>
        <Button
          size="sm"
          variant="ghost"
          className="-mx-2"
          aria-describedby={actionAnchor(action)}
          onClick={() => {
            setIsMine(true)
            onAsk()
          }}
        >
          {t('docs.whoHas')}
        </Button>
      </div>
    )
  const having = agents.found.filter((agent) => agent.grants.some((one) => grants(one.action, action)))
  return (
    <div ref={answer} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm outline-none">
      {having.length > 0 && <span className="text-muted">{t('docs.granted')}</span>}
      {having.map(({ key }) => (
        <Link
          key={key}
          to={{ hash: agentAnchor(key) }}
          className="text-accent-ink underline-offset-2 hover:underline touch:py-2"
        >
          <bdi>{nameOf(words, key)}</bdi>
        </Link>
      ))}
      {agents.isPending ? (
        <span role="status" className="flex items-center gap-2 text-muted">
          <Spinner />
          {t('docs.looking')}
        </span>
      ) : (
        having.length === 0 && agents.missing === 0 && <span className="text-muted">{t('docs.nobody')}</span>
      )}
      {agents.missing > 0 && <span className="text-muted">{t('docs.partly', { count: agents.missing })}</span>}
    </div>
  )
}
