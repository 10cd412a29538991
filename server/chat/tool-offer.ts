import { spaceOf } from '@atrium/contract/catalogue/spaces'
import type { Module } from '@atrium/contract/module'
import { installedIn } from '@atrium/contract/space-modules'
import MiniSearch from 'minisearch'
import type { ModelMessage, ModelTool } from '../models/model.ts'
import type { ChatActions } from './ports.ts'

/**
 * Tools in one request. Providers refuse more than 128, a model chooses worse the more there are, and every one of them is
 * paid for in each round; the rest is found by `find_tools`.
 */
const OFFERED_MAX = 40
/** Those that a search brings. */
const FOUND_MAX = 12

type Entry = ReturnType<ChatActions['tools']>[number]

export const FIND_TOOLS: ModelTool = {
  name: 'find_tools',
  description:
    'Finds further tools of this workspace by what they do. You see only some of them: look here before you say that something cannot be done. Those found can be called afterwards.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', maxLength: 200, description: 'A few English words: “import bank file”' } },
    required: ['query'],
  },
}

/** The names that an answer of `find_tools` holds. */
export const foundIn = (tool: string, output: string): string[] =>
  tool === FIND_TOOLS.name ? [...output.matchAll(/"name":"([\w-]+)"/g)].map(([, name]) => name as string) : []

/** The tools that a message of the conversation with the model calls, or tells of. */
export function toolsNamedIn(message: ModelMessage): string[] {
  if (message.role === 'assistant') return message.toolCalls?.map(({ name }) => name) ?? []
  return message.role === 'tool' ? foundIn(message.name, message.output) : []
}

/** One for each list of entries, which is the same as long as the server runs. */
const indexes = new WeakMap<readonly Entry[], MiniSearch>()

function indexOf(entries: readonly Entry[], modules: readonly Module[]): MiniSearch {
  const known = indexes.get(entries)
  if (known) return known
  const byId = new Map(modules.map((module) => [module.id, module]))
  const index = new MiniSearch({
    fields: ['module', 'summary', 'examples', 'name'],
    idField: 'action',
    searchOptions: { boost: { summary: 2, examples: 2 }, prefix: (term) => term.length > 3, fuzzy: false },
  })
  index.addAll(
    entries.map(({ action, summary }) => {
      const [id = '', name = ''] = action.split('.', 2)
      const module = byId.get(id)
      const { examples = [], triggers = [] } = module?.actions[name] ?? {}
      return {
        action,
        summary,
        module: [id, module?.title, module?.summary].filter(Boolean).join(' '),
        examples: [...examples, ...triggers].join(' ').replace(/\{\w+\}/g, ''),
        name: name.replace(/[A-Z]/g, (letter) => ` ${letter}`),
      }
    }),
  )
  indexes.set(entries, index)
  return index
}

export interface OfferInput {
  actions: Pick<ChatActions, 'modules' | 'tools'>
  /** Whether this person may use it at all. */
  may(entry: Entry): boolean
  space: string | null
  /** What the person said last; the newest last. */
  said: readonly string[]
  /** Names of the tools, or of their actions, that the conversation has used or found. */
  used: ReadonlySet<string>
}

export interface Offer {
  /** In the catalogue's order, `find_tools` last; grows when something is found. */
  tools: ModelTool[]
  /** The best for these words, which are offered from now on. */
  find(query: string): { name: string; description: string }[]
}

/** The tools for one reply: those in use, those that fit what was said, those of the Space, and those most people ask for. */
export function offerTools({ actions, may, space, said, used }: OfferInput): Offer {
  const all = actions.tools()
  const entries = all.filter(may)
  if (entries.length <= OFFERED_MAX) return { tools: entries.map(({ tool }) => tool), find: () => [] }
  const modules = actions.modules()
  const index = indexOf(all, modules)
  const byAction = new Map(entries.map((entry) => [entry.action, entry]))
  const search = (query: string) =>
    index.search(query, { combineWith: 'OR' }).flatMap(({ id }) => byAction.get(id as string) ?? [])

  const ofSpace = spaceOf(space)
  const near = new Set(ofSpace ? installedIn(ofSpace, modules).map(({ id }) => id) : [])
  const isNear = ({ action }: Entry) => near.has(action.split('.', 1)[0] as string)
  const asked = new Set(
    modules.flatMap(({ id, actions: own }) =>
      Object.entries(own).flatMap(([name, { examples }]) => (examples?.length ? [`${id}.${name}`] : [])),
    ),
  )
  const isAsked = ({ action }: Entry) => asked.has(action)
  const inOrder = [
    ...entries.filter(({ tool, action }) => used.has(tool.name) || used.has(action)),
    ...search(said.at(-1) ?? '').slice(0, FOUND_MAX),
    ...search(said.join('\n')).slice(0, FOUND_MAX),
    ...entries.filter((entry) => isNear(entry) && isAsked(entry)),
    ...entries.filter(isAsked),
    ...entries.filter(isNear),
    ...entries,
  ]
  const chosen = new Set([...new Set(inOrder)].slice(0, OFFERED_MAX))
  const tools = [...entries.filter((entry) => chosen.has(entry)).map(({ tool }) => tool), FIND_TOOLS]
  return {
    tools,
    find: (query) => {
      const found = search(query).slice(0, FOUND_MAX)
      for (const entry of found) {
        if (chosen.has(entry)) continue
        chosen.add(entry)
        tools.push(entry.tool)
      }
      return found.map(({ tool: { name, description } }) => ({ name, description }))
    },
  }
}
