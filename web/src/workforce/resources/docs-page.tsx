import { agentOf } from '@atrium/contract/catalogue/agents'
import { Blocks, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { DirectorySearch, holds } from '../../catalogue/directory.tsx'
import { localeOf } from '../../i18n/locale.ts'
import { said } from '../../i18n/said.ts'
import { sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { nameOf, textOf } from '../agent-name.ts'
import { ViewSwitch } from '../work/view-switch.tsx'
import { AgentDocs } from './agent-docs.tsx'
import { DocsFold } from './docs-fold.tsx'
import { inputRows } from './input-rows.ts'
import { ModuleDocs } from './module-docs.tsx'
import { agentAnchor, hireable, useAllAgents, useModuleDocs } from './published.ts'
import { useHash, useHashTarget } from './use-hash-target.ts'

const AGENT = agentAnchor('')

/** /workforce/docs: what agents can do, from the schemas themselves. `#tasks.add` and `#agent:sdr` lead to a place in it. */
export function DocsPage() {
  const { t } = useTranslation('seats')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const hash = useHash()
  const words = params.get('q') ?? ''
  const view = hash
    ? hash.startsWith(AGENT)
      ? 'agents'
      : 'modules'
    : params.get('by') === 'agents'
      ? 'agents'
      : 'modules'
  const modules = useModuleDocs()
  /** Leaves the place that the address named. */
  const show = (next: { view: string; words: string }) => {
    const search = new URLSearchParams({
      ...(next.view === 'agents' && { by: 'agents' }),
      ...(next.words && { q: next.words }),
    })
    void navigate({ search: search.toString() }, { replace: true })
  }
  return (
    <PageFrame
      title={t('docs.title')}
      text={t('docs.text')}
      toolbar={
        <>
          <DirectorySearch label={t('docs.find')} value={words} onFind={(next) => show({ view, words: next })} />
          <ViewSwitch
            label={t('docs.by')}
            value={view}
            options={[
              { value: 'modules', label: t('docs.byModule') },
              { value: 'agents', label: t('docs.byAgent') },
            ]}
            onChange={(next) => show({ view: next, words })}
          />
        </>
      }
    >
      {modules.data ? (
        <Folds
          key={view}
          view={view}
          words={words.trim()}
          modules={modules.data.modules}
          onAll={() => show({ view, words: '' })}
        />
      ) : modules.error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(modules.error)}
          action={<Button onClick={() => void modules.refetch()}>{t('common.retry')}</Button>}
        />
      ) : (
        <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </div>
      )}
    </PageFrame>
  )
}

interface Fold {
  id: string
  title: string
  text: string
  note?: string
  inside: () => ReactNode
}

interface FoldsProps {
  view: 'modules' | 'agents'
  words: string
  modules: NonNullable<ReturnType<typeof useModuleDocs>['data']>['modules']
  onAll: () => void
}

function Folds({ view, words, modules, onAll }: FoldsProps) {
  const { t, i18n } = useTranslation('seats')
  const { t: ofAgents } = useTranslation('workforce')
  const hash = useHash()
  const [isAsked, setIsAsked] = useState(false)
  const agents = useAllAgents(isAsked)
  /** What was opened or shut by hand, and where the address was then. */
  const [turned, setTurned] = useState<ReadonlyMap<string, { isOpen: boolean; hash: string }>>(new Map())
  useHashTarget()
  const { compare } = new Intl.Collator(localeOf(i18n.language))
  const actionsOf = ({ id, actions }: (typeof modules)[number]) =>
    Object.entries(actions).map(([name, action]) => ({ ...action, id: `${id}.${name}` }))

  const folds: Fold[] =
    view === 'agents'
      ? hireable.flatMap((key) => {
          const agent = agentOf(key)
          if (!agent) return []
          const known = new Set(modules.flatMap((module) => [module.id, ...actionsOf(module).map(({ id }) => id)]))
          const fold = {
            id: agentAnchor(key),
            title: nameOf(ofAgents, key),
            text: textOf(ofAgents, agent),
            inside: () => <AgentDocs agentKey={key} known={known} />,
          }
          return words && !holds([key, fold.title, fold.text], words) ? [] : [fold]
        })
      : modules.flatMap((module) => {
          const all = actionsOf(module)
          const isWhole = !words || holds([module.id, said(module.title), said(module.summary)], words)
          const actions = isWhole
            ? all
            : all.filter(({ id, summary, triggers, examples, input }) =>
                holds(
                  [id, summary, said(summary), ...triggers, ...examples, ...inputRows(input).map(({ path }) => path)],
                  words,
                ),
              )
          if (actions.length === 0) return []
          return [
            {
              id: module.id,
              title: said(module.title),
              text: said(module.summary),
              note: t('docs.count', { count: actions.length }),
              inside: () => <ModuleDocs actions={actions} agents={agents} onAsk={() => setIsAsked(true)} />,
            },
          ]
        })

  if (folds.length === 0)
    return words ? (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('docs.none', { words })}
        text={t('docs.noneText')}
        action={<Button onClick={onAll}>{t('docs.showAll')}</Button>}
      />
    ) : (
      <EmptyState icon={<Blocks aria-hidden />} title={t('docs.noModules')} text={t('docs.noModulesText')} />
    )

  const isNamed = (id: string) => hash === id || hash.startsWith(`${id}.`)
  const isOpen = (id: string) => {
    const byHand = turned.get(`${id} ${words}`)
    // A link that leads into what was shut opens it.
    if (byHand && (byHand.hash === hash || !isNamed(id))) return byHand.isOpen
    return isNamed(id) || (words !== '' && view === 'modules')
  }
  return (
    <ul
      aria-label={t(view === 'agents' ? 'docs.agents' : 'docs.modules')}
      className="divide-y divide-line border-y border-line"
    >
      {folds
        .toSorted((a, b) => compare(a.title, b.title))
        .map(({ id, title, text, note, inside }) => (
          <DocsFold
            key={id}
            id={id}
            title={title}
            text={text}
            note={note}
            isOpen={isOpen(id)}
            onToggle={(next) => setTurned(new Map(turned).set(`${id} ${words}`, { isOpen: next, hash }))}
          >
            {inside}
          </DocsFold>
        ))}
    </ul>
  )
}
