import { describe, expect, test } from 'vitest'
import { brand } from '../brand.ts'
import { commandsAt, isOffered } from '../commands.ts'
import { agents, departments, executives, specialists } from './agents.ts'
import { commandEntries } from './commands.ts'
import { featureFlags, isFlagOn, readFeatures } from './feature-flags.ts'
import { industries } from './industries.ts'
import { languages } from './languages.ts'
import { modelNames } from './model-names.ts'
import { entryOf, furtherPages, moduleEntries } from './modules.ts'
import { modulesOf, pageEntries, spaceAt } from './pages.ts'
import { personas } from './personas.ts'
import { presets } from './presets.ts'
import { spaces } from './spaces.ts'

// Every table here is copied from the spec, to the letter.

const rows = (table: string) =>
  table
    .trim()
    .replaceAll('{brand}', brand.prefix)
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))

const MODULES = rows(`
/prompt-genie | free | /prompts /genie /polish
/school | school | /school /class
/health | free | /health
/career | free | /career /resume
/devmode | free | /dev /studio
/flash | free | /flash
/{brand}coder | free | /coder /fixcode
/chef | free | /chef /recipes
/wallet | free | /wallet
/sync | free | /sync /upload
/genesis-editor | pro | /editor
/teams | pro | /team /agents
/{brand}decks | pro | /deck /slides
/instant-site | pro | /site
/{brand}dev | pro | /devagent
/legal | pro | /legal
/finance | pro | /finance
/insider-intel | pro | /insider
/edu | pro | /edu
/vision-video | pro_plus | /video
/{brand}show | pro | /{brand}show /wan
/podcast-studio | pro | /podcast /audio
/stream-manager | pro | /stream /live
/content-calendar | free | /calendar /schedule
/video-editor | pro_plus | /edit /cut
/transcript | pro | /transcript /caption
/media-analytics | pro | /analytics /stats
/digital-canvas | pro | /draw /paint
/portfolio | free | /portfolio /gallery
/critique | pro | /critique /feedback
/design-system | pro | /design /components
/patients | pro_plus | /patients /ehr
/medical | pro_plus | /medical /diagnosis
/appointments | pro | /appointments /schedule
/health-analytics | pro | /health-stats /practice
/music-studio | pro_plus | /compose /produce
/lyrics | pro | /lyrics /songwrite
/distribute | pro | /release /distribute
/royalties | pro | /royalties /earnings
/loop-console | builder | /loop
/full-spectrum | pro | /browser
/gtm | pro | /gtm
/doctor | pro | /doctor`)

const BOTS = rows(`
chess | free | /chess
smartResume | pro | /job
journal | pro | /journal
explainer | pro | /study
propertyMgr | pro | /property
vengeance | pro | /alchemist`)

describe('the module catalogue (spec 2.7)', () => {
  const pages = moduleEntries.filter(({ kind }) => kind === 'module')

  test('has the spec’s pages with their plans and triggers, in its order, and no other', () => {
    expect(pages.map(({ route, tier, triggers }) => [route, tier, triggers.join(' ')])).toEqual(MODULES)
  })

  test('has the bots by their keys, and code repair as an action', () => {
    const bots = moduleEntries.filter(({ kind }) => kind === 'flobot')
    expect(bots.map(({ flobotKey, tier, triggers }) => [flobotKey, tier, triggers.join(' ')])).toEqual(BOTS)
    const actions = moduleEntries.filter(({ kind }) => kind === 'action')
    expect(actions).toMatchObject([{ id: 'code-repair', mode: 'repair', tier: 'pro', triggers: ['/repair', '/fix'] }])
    expect(actions[0]?.route).toBeUndefined()
  })

  test('tells of every entry what it is, and calls no two by one id or place', () => {
    const everything = [...moduleEntries, ...furtherPages]
    for (const { id, title, summary, icon, industries: topics } of everything) {
      expect([id, title, summary, icon].every(Boolean), id).toBe(true)
      expect(topics.length, id).toBeGreaterThan(0)
      for (const topic of topics)
        expect(industries.some(({ key }) => key === topic) || spaceAt(topic) !== undefined, `${id}: ${topic}`).toBe(
          true,
        )
    }
    expect(new Set(everything.map(({ id }) => id)).size).toBe(everything.length)
    const places = [...everything, ...pageEntries].flatMap(({ route }) => route ?? [])
    expect(new Set(places).size).toBe(places.length)
  })
})

describe('the Spaces (spec 2.8, spec-notes)', () => {
  test('are the 23 named and real estate, by title', () => {
    const named =
      'art browser business create developer exec finance health learn legal music sales video accounting cybersecurity ecommerce edtech gaming healthcare marketing media productivity customerservice'
    expect(spaces.map(({ key }) => key).toSorted()).toEqual([...named.split(' '), 'real-estate'].toSorted())
    const titles = spaces.map(({ title }) => title)
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')))
    for (const { title, label, blurb, emoji, shortDescription, systemPrompt } of spaces) {
      expect(label).toBe(`${brand.name} ${title}`)
      expect([blurb, emoji, shortDescription, systemPrompt].every(Boolean), title).toBe(true)
    }
  })

  test.each([
    ['art', ['Digital Canvas']],
    ['browser', ['Full-Spectrum Interface']],
    ['business', ['GTM Accelerator']],
    ['create', ['Promo Animator', 'Storyboard Builder', 'Video Editor']],
    ['developer', ['Code Doctor']],
    ['exec', ['Timesheet Inbox', 'Draft Invoices']],
    ['finance', ['Finance Dashboard']],
    ['health', ['Wellness Coach', 'Health Tracker', 'Nutrition']],
    ['learn', ['Tutor']],
    ['legal', ['Contract Analyzer']],
    ['music', ['Music Studio']],
    ['sales', ['Sales Leads']],
    ['video', ['Video Editor']],
    ['accounting', ['Accounting Suite']],
  ])('%s has the modules the spec names', (key, titles) => {
    const space = spaceAt(key)
    const has = space ? modulesOf(space).map(({ title }) => title) : []
    for (const title of titles) expect(has).toContain(title)
  })
})

test('the industries are the 27 of spec 9, each with a title', () => {
  const listed =
    'business, marketing, ecommerce, exec, startup, retail, health, sales, customerservice, developer, cybersecurity, research, creative, media, education, finance, accounting, edtech, hr, realestate, government, nonprofit, legal, manufacturing, energy, hospitality, all'
  expect(industries.map(({ key }) => key)).toEqual(listed.split(', '))
  expect(industries).toHaveLength(27)
  expect(industries.every(({ title }) => title !== '')).toBe(true)
})

describe('the agents (spec 9)', () => {
  const PRICES =
    'cfo 49900; coo 39900; cmo 39900; sales 19900; sdr 14900; account_manager 24900; success 19900; support 14900; support_qa 9900 (soon); kb 12900; ops 14900; scheduler 9900; kanban_pm 14900; research 12900 (soon); recon 14900 (soon); competitive_intel 14900; pm 15900 (soon); creator 19900; studio 19900 (soon); copywriter 14900; social 12900; engineer 59900 (soon); reviewer 19900 (soon); tester 14900; devops 19900; tutor 9900 (soon); coach 12900 (soon); cpa 19900; finance_analyst 17900 (soon); care_navigator 12900; medical_writer 14900 (soon); growth 17900; seo 14900; counsel 17900 (soon); legal_ops 19900; recruiter 17900; hr_ops 14900; soc_analyst 21900; security_analyst 19900'

  test('are the spec’s 39 with their prices, and those that are to come', () => {
    const said = agents.map(
      ({ key, monthlyPriceCents, deployable }) => `${key} ${monthlyPriceCents}${deployable ? '' : ' (soon)'}`,
    )
    expect(said).toEqual(PRICES.split('; '))
    expect(agents.every(({ name, description }) => name !== '' && description !== '')).toBe(true)
  })

  test('stand in the departments in the numbers the spec counts; All are the 36 that are no executives', () => {
    const counts =
      'C-Suite 3, Sales 4, Support 3, Ops 3, Research 3, Product 1, Creative 4, Dev 4, Education 2, Finance 2, Health 2, Marketing 2, Legal 2, HR 2, Security 2'
    const counted = departments.map((one) => `${one} ${agents.filter(({ space }) => space === one).length}`)
    expect(counted.join(', ')).toBe(counts)
    expect([specialists.length, executives.length, agents.length]).toEqual([36, 3, 39])
  })

  test.each([
    ['startup', { coo: 1, sales: 1, support: 1, creator: 1 }],
    ['smb', { cpa: 1, sales: 1, support: 1, social: 1, growth: 1 }],
    ['enterprise', { cfo: 1, coo: 1, cmo: 1, kanban_pm: 1, devops: 1, competitive_intel: 1, support: 2, sales: 2 }],
    ['custom', {}],
  ])('the preset %s is the spec’s, of agents that can be hired', (id, cart) => {
    const preset = presets.find((one) => one.id === id)
    expect(preset?.cart).toEqual(cart)
    for (const key of Object.keys(cart)) expect(agents.find((agent) => agent.key === key)?.deployable, key).toBe(true)
  })
})

test('the personas are the spec’s four in the order of toggling, with the plans they need', () => {
  expect(personas.map(({ key, requiredTier = 'FREE' }) => [key, requiredTier])).toEqual([
    ['personal', 'FREE'],
    ['hustler', 'HUSTLE'],
    ['smb', 'TEAM'],
    ['enterprise', 'TEAM'],
  ])
  for (const { emoji, description, systemPrompt, tone, traits } of personas)
    expect([emoji, description, systemPrompt, tone].every(Boolean) && traits.length > 0).toBe(true)
})

test('the model badge knows about 20 models, those the spec names among them', () => {
  const names = Object.values(modelNames)
  expect(names.length).toBeGreaterThanOrEqual(20)
  expect(names).toEqual(
    expect.arrayContaining(['GPT-4o', 'GPT-5', 'Claude Sonnet 4', 'DALL-E 3', 'Fusion', 'Council', 'Expert Council']),
  )
  expect(names.some((name) => name.startsWith('Gemini 2.5'))).toBe(true)
})

test.each(['1', 'true', 'yes', 'on', 'ON', ' Yes '])('a flag is on when its value is “%s”', (value) => {
  expect(isFlagOn({ beta: value }, 'beta')).toBe(true)
})

test('a flag of any other value, or that is not set, is off; no flag means on', () => {
  for (const value of ['', '0', 'false', 'no', 'off', 'y', '2'])
    expect(isFlagOn({ beta: value }, 'beta'), value).toBe(false)
  expect(isFlagOn({}, 'beta')).toBe(false)
  expect(isFlagOn({}, 'constructor')).toBe(false)
  expect(isFlagOn({}, undefined)).toBe(true)
  expect(readFeatures('a=1, b=off ,c')).toEqual({ a: '1', b: 'off', c: 'on' })
})

describe('the commands', () => {
  const routes =
    '/tools/analytics, /tools/campaigns, /tools/browser, /tools/photo/studio, /tools/video, /tools/crm, /tools/patient-portal, /agents, /settings, /tools, /tools/csv, /tools/finance, /tools/dev'

  test('have every route that spec 2.7 names, with a slash trigger', () => {
    for (const route of routes.split(', ')) {
      const command = commandEntries.find(({ action }) => action.type === 'route' && action.value === route)
      expect(command?.aliases?.[0], route).toMatch(/^\//)
    }
  })

  test('have every trigger of the catalogue, with its plan', () => {
    for (const { id, triggers, tier } of moduleEntries)
      for (const trigger of triggers)
        expect(commandsAt(trigger, commandEntries), trigger).toContainEqual(
          expect.objectContaining({ label: entryOf(id)?.title, needs: { tier } }),
        )
  })

  test('call every bot and agent, and do what the system can: themes, languages, personas, Spaces, coming and going', () => {
    const has = (type: string, value: string) =>
      expect(commandEntries, `${type} ${value}`).toContainEqual(expect.objectContaining({ action: { type, value } }))
    for (const [key = ''] of BOTS) has('agent', key)
    for (const { key } of agents) has('agent', key)
    for (const theme of ['light', 'dark', 'system']) has('system', `theme:${theme}`)
    for (const { code } of languages) has('system', `language:${code}`)
    for (const { key } of personas) has('system', `persona:${key}`)
    for (const { key } of spaces) has('route', `/spaces/${key}`)
    for (const what of ['new-chat', 'sign-in', 'sign-out', 'sidebar']) has('system', what)
    for (const what of ['search', 'shortcuts']) has('modal', what)
    has('use-tool', 'code-repair')
  })

  test('have one id each, stand under a command that exists, and name flags that are known', () => {
    const ids = commandEntries.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, parent, featureFlag } of commandEntries) {
      if (parent) expect(ids, id).toContain(parent)
      if (featureFlag) expect(Object.keys(featureFlags), id).toContain(featureFlag)
    }
    const hidden = commandEntries.find(({ featureFlag }) => featureFlag === 'threaded-chat')
    expect(hidden && isOffered(hidden, {})).toBe(false)
    expect(hidden && isOffered(hidden, { features: { 'threaded-chat': 'yes' } })).toBe(true)
  })

  test('list every match of a trigger that several share, the industry’s own first', () => {
    const at = (trigger: string, industry?: string) =>
      commandsAt(trigger, commandEntries, industry).map(({ label }) => label)
    expect(at('/schedule')).toEqual(['Content Calendar', 'Appointments'])
    expect(at('/schedule', 'healthcare')).toEqual(['Appointments', 'Content Calendar'])
    expect(at('/SCHEDULE', 'marketing')).toEqual(['Content Calendar', 'Appointments'])
    expect(at('/analytics')).toEqual(['Media Analytics', 'Analytics'])
    expect(at('/agents')).toEqual(['Teams', 'Agents'])
  })
})
