import { industries } from '@atrium/contract/catalogue/industries'
import { spaceAt } from '@atrium/contract/catalogue/pages'
import { personaTopics } from '@atrium/contract/catalogue/persona-topics'
import type { PersonaKey } from '@atrium/contract/chat'
import type { Command } from '@atrium/contract/commands'
import type { TFunction } from 'i18next'
import { said } from '../i18n/said.ts'
import type { Commands } from './use-commands.ts'

export interface PaletteSection {
  key: string
  title: string
  commands: readonly Command[]
}

interface Wanted {
  commands: Commands
  words: string
  /** The command whose list is open. */
  parentId: string | undefined
  /** Ids, the newest first. */
  recents: readonly string[]
  industry: string | undefined
  mode: string
  t: TFunction
}

const IN_A_SECTION = 8

/** What is listed: for words one list by score; without, what was used last, what is for this Space and persona, and the rest by kind. */
export function sectionsOf({ commands, words, parentId, recents, industry, mode, t }: Wanted): PaletteSection[] {
  if (parentId) {
    const own = commands.under(parentId)
    return [{ key: parentId, title: '', commands: words === '' ? own : matching(commands.search(words), own, words) }]
  }
  if (words !== '') {
    const typed = words.startsWith('/') ? words : `/${words}`
    const called = [...new Set([...commands.at(typed), ...commands.all.filter((one) => isCalled(one, words))])]
    const usable = called.filter((one) => commands.offered.includes(one) || commands.obstacle(one)?.kind === 'plan')
    const found = commands.search(words.replace(/^\//, ''))
    // What is not here is told of when its name was typed in full and nothing else has it.
    const named = usable.length > 0 ? usable : called.filter((one) => commands.obstacle(one))
    return [{ key: 'found', title: '', commands: [...new Set([...named, ...found])] }].filter(
      (one) => one.commands.length > 0,
    )
  }
  const listed = new Set<Command>()
  const section = (key: string, title: string, which: (command: Command) => boolean): PaletteSection => {
    const own = commands.offered
      .filter((one) => !listed.has(one) && !one.parent && which(one))
      .toSorted((a, b) => place(a) - place(b))
      .slice(0, IN_A_SECTION)
    for (const one of own) listed.add(one)
    return { key, title, commands: own }
  }
  const used = recents.flatMap((id) => commands.offered.find((one) => one.id === id) ?? [])
  for (const one of used) listed.add(one)
  return [
    { key: 'recent', title: t('recent'), commands: used },
    section('industry', topicTitle(industry), (one) => industry !== undefined && one.industries.includes(industry)),
    section('mode', t(`chat.persona.${mode}.name`), (one) => isOf(mode as PersonaKey, one)),
    section('do', t('do'), ({ action, aliases = [] }) => action.type === 'use-tool' && aliases.length > 0),
    section('open', t('open'), ({ action }) => action.type === 'route' || action.type === 'agent'),
    section('workspace', t('workspace'), ({ action }) => action.type === 'system' || action.type === 'modal'),
  ].filter((one) => one.commands.length > 0)
}

/** Places before what is done in them, so that one module with many actions does not fill a section. */
const place = ({ action, aliases = [] }: Command): number =>
  action.type !== 'use-tool' ? 0 : aliases.length > 0 ? 1 : 2

/** Made for this persona, or a page or bot for what the persona is about. */
const isOf = (persona: PersonaKey, { modes, industries, action }: Command): boolean =>
  modes?.includes(persona) ??
  ((action.type === 'route' || action.type === 'agent') &&
    industries.some((one) => personaTopics[persona].includes(one)))

const isCalled = ({ label }: Command, words: string): boolean => label.toLowerCase() === words.toLowerCase()

/** Of a list's own commands those that were found, and those that merely hold the words: a list may be longer than 20. */
function matching(found: readonly Command[], own: readonly Command[], words: string): Command[] {
  const held = own.filter(({ label, aliases = [] }) =>
    [label, ...aliases].some((name) => name.toLowerCase().includes(words.toLowerCase())),
  )
  return [...new Set([...found.filter((one) => own.includes(one)), ...held])]
}

function topicTitle(industry: string | undefined): string {
  const title = spaceAt(industry)?.title ?? industries.find(({ key }) => key === industry)?.title
  return title ? said(title) : ''
}
