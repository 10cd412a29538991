import { agentOf } from '@atrium/contract/catalogue/agents'
import { type Command, type Obstacle, withWords } from '@atrium/contract/commands'
import type { ModuleSummary } from '@atrium/contract/module-shown'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { type readPreferences, setPreferences } from '../chat/chat-preferences.ts'
import { NEW_THREAD, readDraft, writeDraft } from '../chat/draft-store.ts'
import { saveThread, threadQuery } from '../chat/thread-queries.ts'
import { i18n } from '../i18n/index.ts'
import { referenceFor, sentenceFor } from '../platform/api.ts'
import { useLogout } from '../platform/entrance.ts'
import { queryClient } from '../platform/query.ts'
import { useSession } from '../platform/session.ts'
import { setTheme, type Theme } from '../platform/theme.ts'
import { changePreferences } from '../settings/change-preferences.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.tsx'
import { useSurroundings } from './commands.tsx'
import { keepRecent } from './recents.ts'
import type { Commands } from './use-commands.ts'

/** Gives a command: `words` are what was typed behind it. */
export type RunCommand = (command: Command, words?: string) => void

export function useRunCommand({ obstacle, under, modules }: Commands): RunCommand {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { newChat, toggleSidebar, openPalette, openModal } = useSurroundings()
  const { isGuest, isMember } = useSession()
  const logout = useLogout()
  const confirm = useConfirm()

  const signIn = (mode?: 'register') =>
    navigate(`/auth?${new URLSearchParams({ ...(mode && { mode }), next: pathname + search })}`)

  const signOut = async () => {
    const question = {
      title: t('shell.leaveGuestTitle'),
      text: t('shell.leaveGuestText'),
      confirm: t('shell.leaveGuest'),
      danger: true,
    }
    if (isGuest && !(await confirm(question))) return
    // Not `mutate`'s own onSuccess: it is dropped when the surface that this was chosen from has closed meanwhile.
    await logout.mutateAsync().then(() => navigate('/'), alreadyTold)
  }

  const choosePersona = (persona: ReturnType<typeof readPreferences>['persona']) => {
    setPreferences({ persona })
    const [, kind, id = ''] = pathname.split('/')
    const thread = kind === 'c' ? queryClient.getQueryData(threadQuery(id).queryKey) : undefined
    if (thread) saveThread(thread, { persona }).catch(tell(t('chat.picker.failed')))
  }

  const chooseLanguage = (language: string) => {
    changePreferences(queryClient, { language }).catch(tell(t('chat.picker.failed')))
  }

  /** What a tool needs said goes into the message box: the person sends it. */
  const write = (command: Command, words: string) => {
    const key = pathname.startsWith('/c/') ? (pathname.split('/')[2] ?? NEW_THREAD) : NEW_THREAD
    const opening = command.aliases?.find((alias) => alias.startsWith('/')) ?? sayingOf(command, modules)
    const before = readDraft(key).text.trim()
    writeDraft(key, { text: [`${opening} ${words}`, before].filter(Boolean).join('\n') })
    if (key === NEW_THREAD && pathname !== '/') void navigate('/')
    // Once it shows the words.
    setTimeout(() => {
      const area = document.querySelector<HTMLTextAreaElement>('[data-composer]')
      area?.focus()
      area?.setSelectionRange(area.value.length, area.value.length)
    })
  }

  const doSystem = (value: string, words: string) => {
    const [what = '', which = ''] = value.split(':')
    if (what === 'theme') setTheme(which as Theme)
    else if (what === 'language') chooseLanguage(which)
    else if (what === 'persona') choosePersona(which as ReturnType<typeof readPreferences>['persona'])
    else if (what === 'new-chat') newChat()
    else if (what === 'sidebar') toggleSidebar()
    else if (what === 'sign-in') void signIn()
    else if (what === 'register') void signIn('register')
    else if (what === 'sign-out') void signOut()
    else if (what === 'open') {
      const id = `group.${which}`
      const named = words && under(id).find((child) => isCalled(child, words))
      if (named) run(named)
      else openPalette(id)
    }
  }

  const run: RunCommand = (command, words = '') => {
    const hindrance = obstacle(command)
    if (hindrance) {
      void explain(command, hindrance, isMember, (path) => void navigate(path))
      return
    }
    if (!command.action.value.startsWith('open:')) keepRecent(command.id)
    const { type, value } = command.action
    if (type === 'route') void navigate(withWords(value, words))
    else if (type === 'agent') void navigate(placeOfAgent(value, modules, words))
    else if (type === 'modal') openModal(value, words)
    else if (type === 'use-tool') write(command, words)
    else doSystem(value, words)
  }
  return run
}

/** A failure to sign out is told by the mutation itself. */
const alreadyTold = () => undefined

const tell = (title: string) => (error: unknown) => {
  toast({ variant: 'destructive', title, description: sentenceFor(error), reference: referenceFor(error) })
}

const isCalled = ({ label, aliases = [], id }: Command, words: string): boolean =>
  [id, label, ...aliases].some((name) => name.toLowerCase() === words.trim().toLowerCase())

/** A bot has a page or an ability's; an agent is shown in the directory. */
function placeOfAgent(key: string, modules: readonly ModuleSummary[], words: string): string {
  if (agentOf(key)) return `/agents?${new URLSearchParams({ agent: key })}`
  const route = modules.find(({ id }) => id === key)?.route
  return withWords(route ?? `/abilities/${key}`, words)
}

/** How a tool without a trigger is asked for: its first sentence, up to what is to be filled in. */
function sayingOf({ action }: Command, modules: readonly ModuleSummary[]): string {
  const [id = '', name = ''] = action.value.split('.')
  return modules.find((module) => module.id === id)?.sayings[name] ?? ''
}

/** A command that cannot be had says why, and how to get it. */
export async function explain(
  command: Command,
  hindrance: Obstacle,
  isMember: boolean,
  go: (path: string) => void,
): Promise<void> {
  const { t } = i18n
  if (hindrance.kind === 'plan') {
    toast({
      title: t('chat.picker.locked', { persona: command.label, plan: t(`chat.plan.${hindrance.plan}`) }),
      ...(isMember
        ? {
            action: {
              label: t('chat.picker.changePlan'),
              altText: t('chat.picker.changePlanAlt'),
              onClick: () => go('/settings/plan'),
            },
          }
        : {
            description: t('accounts.neededText'),
            action: {
              label: t('shell.createAccount'),
              altText: t('shell.createAccount'),
              onClick: () => go('/auth?mode=register'),
            },
          }),
    })
    return
  }
  await i18n.loadNamespaces('commands')
  toast({
    title: t(`obstacle.${hindrance.kind}`, { ns: 'commands', name: command.label }),
    description: t(`obstacle.${hindrance.kind}Text`, { ns: 'commands' }),
  })
}
