import { commandEntries } from '@atrium/contract/catalogue/commands'
import { moduleEntries } from '@atrium/contract/catalogue/modules'
import type { Tool } from '@atrium/contract/commands'
import type { Catalogue } from '@atrium/contract/registry'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import { testApp } from '../test-app.ts'
import { toolsFor, toolsOf } from './registry.ts'

const app = await testApp()
const get = async <T>(path: string, who = app.visitor()): Promise<{ status: number; body: T }> => {
  const answer = await who.send('GET', path)
  return { status: answer.status, body: (await answer.json()) as T }
}
const tools = async (query = '') => (await get<{ tools: Tool[] }>(`/api/tools-registry${query}`)).body.tools
const catalogue = async (who = app.visitor(), parts = '') =>
  (await get<Catalogue>(`/api/catalogue${parts && `?parts=${parts}`}`, who)).body

describe('GET /api/tools-registry', () => {
  test('has the installed modules’ pages and what can be asked of them, in the fields of the spec and no other', async () => {
    const all = await tools()
    expect(all).toContainEqual({
      key: 'tasks.add',
      title: 'Add a task',
      summary: 'Task Inbox',
      industries: ['productivity', 'all'],
      action: { type: 'use-tool', value: 'tasks.add' },
      aliases: ['/task'],
    })
    expect(all).toContainEqual(
      expect.objectContaining({
        key: 'tasks',
        action: { type: 'route', value: '/tasks' },
        aliases: ['/tasks', '/task'],
      }),
    )
    // What only the page calls is nobody's command.
    expect(all.map(({ key }) => key)).not.toContain('tasks.overview')
    for (const tool of all)
      expect(Object.keys(tool)).toEqual(['key', 'title', 'summary', 'industries', 'action', 'aliases'])
  })

  test('is narrowed by the industry, and takes both without and with a persona', async () => {
    const own = { id: 'ledger', industries: ['legal'] }
    const module = {
      ...own,
      title: 'Ledger',
      summary: '',
      kind: 'module',
      tier: 'free',
      triggers: ['/ledger'],
    } as const
    const modules = [{ ...module, icon: 'box', route: '/ledger', collections: {}, actions: {} }]
    const keys = (query: object) => toolsFor({ modules }, query).map(({ key }) => key)
    expect(keys({})).toEqual(['ledger'])
    expect(keys({ industry: 'legal', mode: 'smb' })).toEqual(['ledger'])
    expect(keys({ industry: 'finance' })).toEqual([])
    expect(keys({ industry: 'all' })).toEqual([])
    expect(toolsOf(modules)[0]).toMatchObject({ aliases: ['/ledger'], action: { type: 'route', value: '/ledger' } })
    expect(await tools('?industry=legal&mode=personal')).toEqual(await tools())
    expect(await tools('?industry=real-estate')).toEqual(await tools('?industry=realestate'))
  })

  test('names connected servers’ tools beside the modules’', () => {
    const issue = { key: 'mcp-hub.issue', title: 'Issue', summary: '', industries: ['all'] }
    const connected = [{ ...issue, action: { type: 'use-tool' as const, value: issue.key } }]
    expect(toolsFor({ modules: [], connected }, {}).map(({ key }) => key)).toEqual(['mcp-hub.issue'])
  })

  test('refuses an industry or a persona that there is not, with a sentence', async () => {
    for (const query of ['?industry=astrology', '?mode=pirate', `?industry=${'x'.repeat(1000)}`]) {
      const { status, body } = await get<{ error: { message: string } }>(`/api/tools-registry${query}`)
      expect(status, query).toBe(400)
      expect(body.error.message).toMatch(/\.$/)
    }
  })
})

describe('GET /api/catalogue', () => {
  test('has all of it for a visitor, but what is for others, switched off or not installed', async () => {
    const all = await catalogue()
    expect(all.industries).toHaveLength(27)
    expect(all.agents).toHaveLength(39)
    expect(all.spaces).toHaveLength(24)
    expect(all.personas?.map(({ key, locked }) => [key, locked?.plan])).toEqual([
      ['personal', undefined],
      ['hustler', 'HUSTLE'],
      ['smb', 'TEAM'],
      ['enterprise', 'TEAM'],
    ])
    expect(all.modules?.filter(({ installed }) => !installed).length).toBeGreaterThan(20)
    const video = all.modules?.find(({ id }) => id === 'vision-video')
    expect(video).toMatchObject({ tier: 'pro_plus', locked: { plan: 'TEAM' }, installed: false })
    const routes = all.pages?.map(({ route }) => route)
    expect(routes).toContain('/tools/csv')
    expect(routes).not.toContain('/workforce')
    expect(routes).not.toContain('/builder')
    const commands = all.commands?.map(({ id }) => id) ?? []
    expect(commands).toContain('theme.dark')
    expect(commands).not.toContain('page.admin')
    expect(commands).not.toContain('module.vision-video')
    expect(commands).not.toContain('page.test-threaded-chat')
  })

  test('opens with the caller’s plan and shows administrators what is theirs', async () => {
    const [boss, ann] = [await app.administrator(), await app.member()]
    const locks = async (who: typeof boss) =>
      Object.fromEntries((await catalogue(who, 'modules')).modules?.map((one) => [one.id, one.locked?.plan]) ?? [])
    expect(await locks(ann)).toMatchObject({
      legal: 'HUSTLE',
      school: 'SCHOOL',
      patients: 'TEAM',
      'loop-console': 'BUILDER',
    })
    await app.db.update(users).set({ tier: 'HUSTLE' }).where(eq(users.id, ann.id))
    expect(await locks(ann)).toMatchObject({ legal: undefined, patients: 'TEAM' })
    expect(Object.values(await locks(boss)).filter(Boolean)).toEqual([])
    const pagesOf = async (who: typeof boss) => (await catalogue(who, 'pages')).pages?.map(({ route }) => route)
    expect(await pagesOf(ann)).toContain('/workforce')
    expect(await pagesOf(ann)).not.toContain('/builder')
    expect(await pagesOf(boss)).toContain('/builder')
    expect((await catalogue(boss, 'commands')).commands?.map(({ id }) => id)).toContain('page.admin')
  })

  test('gives the parts that are asked for, and a sentence for one that there is not', async () => {
    expect(Object.keys(await catalogue(undefined, 'presets,features'))).toEqual(['presets', 'features'])
    const { status, body } = await get<{ error: { message: string } }>('/api/catalogue?parts=secrets')
    expect(status).toBe(400)
    expect(body.error.message).toContain('commands')
  })
})

describe('every installed module', () => {
  test('agrees with the catalogue where that lists it', async () => {
    const installed = (await get<{ modules: typeof moduleEntries }>('/api/modules')).body.modules
    for (const module of installed) {
      const entry = moduleEntries.find(({ id }) => id === module.id)
      if (!entry) continue
      const { id, title, summary, tier, triggers, industries, icon, route, kind } = module
      const { flobotKey: _, mode: __, ...listed } = entry
      expect({ id, title, summary, tier, triggers, industries, icon, route, kind }, id).toEqual({
        ...listed,
        route: entry.route,
      })
    }
  })

  test('shares a trigger with another only where both are listed, and no two actions take one and the same', async () => {
    const all = await tools()
    const owners = new Map<string, string[]>()
    for (const { key, action, aliases = [] } of all)
      for (const alias of new Set(aliases.map((one) => one.toLowerCase()))) {
        expect(alias, key).toMatch(/^\/[\p{L}\d][\p{L}\d-]*$/u)
        if (action.type === 'use-tool') owners.set(alias, [...(owners.get(alias) ?? []), key])
      }
    for (const [alias, keys] of owners) {
      // The spec itself gives some triggers to two modules: then the person chooses.
      const shared = commandEntries.filter(({ aliases }) => aliases?.includes(alias)).length > 1
      expect(shared ? [] : keys.slice(1), `${alias} is taken by ${keys.join(', ')}`).toEqual([])
    }
  })
})
