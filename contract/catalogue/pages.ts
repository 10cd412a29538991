import { entryOf, furtherPages, type ModuleEntry, moduleEntries } from './modules.ts'
import { type Space, spaceOf, spaces } from './spaces.ts'

/** Who a page is for (spec 2.1). */
export type PageAccess = 'public' | 'member' | 'administrator'

/** A page of the workspace that the module catalogue does not list. */
export interface PageEntry {
  id: string
  title: string
  summary: string
  icon: string
  route: string
  access: PageAccess
}

// path | icon | title | summary
const administration = `
/builder | hammer | Builder | Make a module of your own: its records, views and actions, tried on sample rows before anybody sees it.
/builder/registry | library | Registry | Every module with its version, what it may do and who uses it; switch one off or go back a version.
/admin/council | scale | Council administration | Who sits in the council of models, in which role, how they rank each other, and what it costs.
/admin/rsi | git-compare-arrows | Improvement console | Proposed changes to prompts and routing, each with its measurements; accept, send back or undo.`

const signedIn = `
/rsi | trending-up | Improvement | What the assistant learnt from your feedback, which changes it proposes, and how they measure up.
/gather | messages-square | Gather | One room for several people and the assistant: a topic, a time, shared notes and what was decided.
/org-chart | network | Org chart | People and agents as one tree: drag to give somebody a new lead, print it or keep it as a picture.
/workforce | users-round | Agent Workforce | What needs you, what was delivered today, and what it costs against the limits you set.
/workforce/directory | book-user | Agent Directory | Every agent by department, with what it delivers, what it may touch and its price.
/workforce/browse | search | Browse Agents | Filter agents by department, price and risk, compare them, and keep favorites.
/workforce/startup | rocket | Quick Start: Startup | Operations, sales, support and content, one agent each, as a team you can edit.
/workforce/smb | store | Quick Start: SMB | Accounting, sales, support, social media and growth for a small business.
/workforce/enterprise | building | Quick Start: Enterprise | Finance, operations and marketing leads with project, platform, support and sales agents.
/workforce/custom | list-plus | Quick Start: Custom | Begin with an empty team and choose each agent yourself.
/workforce/cfo | landmark | CFO | Budgets, cash flow and a monthly report, every figure with its source.
/workforce/coo | settings-2 | COO | Processes, owners and the exceptions that need a decision.
/workforce/cmo | megaphone | CMO | Campaigns planned by audience, channel and a result that can be measured.
/workforce/sales | handshake | Sales | Leads scored, follow-ups drafted and a pipeline that is up to date.
/workforce/security | shield | Security | Findings sorted by what can be exploited, with the fix for each.
/workforce/support | headset | Support | Replies drafted from your knowledge base, handed to a person when unsure.
/workforce/sdr | phone-call | SDR | New contacts without duplicates, scored, with a first message for each.
/workforce/account-manager | contact-round | Account Manager | Renewals, health of each account and the next best step.
/workforce/analytics | chart-column | Workforce analytics | Accepted deliverables, what each cost, rework and how long approvals take.
/workforce/favorites | star | Favorite agents | The agents you starred, ready to be added to the team.
/workforce/active | activity | Active agents | Who works on what, with the trace, approvals, deliverables and budget of each seat.
/workforce/settings | sliders-horizontal | Workforce settings | Budgets, approvals, schedules and which tools agents may use.
/workforce/best-practices | lightbulb | Best practices | How to brief an agent, review its work and set its limits.
/workforce/docs | file-text | Workforce docs | Every tool an agent can have, with what goes in and what comes out.
/workforce/support-help | life-buoy | Workforce support | Ask for help with a run attached, so that nothing has to be told twice.`

const open = `
/agents | bot | Agents | Every bot and agent of this workspace, what each is good at and how to call it.
/tools | wrench | Tools | Every tool in one list: what it does, its command and where it is used.
/tools/csv | table | CSV Analyzer | Open a table, see its columns, clean it, chart it and ask about it.
/tools/finance | chart-candlestick | Finance Dashboard | Returns, loans, ratios and scenarios with the formula beside the figure.
/tools/dev | braces | Developer Tools | Formats, encodes, compares and checks: JSON, dates, hashes, patterns and more.
/tools/analytics | chart-line | Analytics | Visits and channels side by side, periods compared, exports read.
/tools/campaigns | mails | Campaigns | Segments, templates, a schedule and one click to unsubscribe.
/tools/browser | globe | Browser | Read a page without its noise, highlight it and keep a copy.
/tools/photo/studio | image | Photo Studio | Crop, retouch, layer and export pictures in the browser.
/tools/video | clapperboard | Video tools | Storyboards, cuts and captions that become a finished film.
/tools/crm | contact | Sales Leads | A pipeline you drag, each contact with its history and next activity.
/tools/patient-portal | hospital | Patient portal | Results, appointments and messages for patients, every look at them recorded.
/test/threaded-chat | messages-square | Threaded chat | Several conversations beside each other, each with its own branches.`

// space | icon | title | summary: modules that spec 2.8 names for a Space and 2.7 does not list
const inSpaces = `
accounting | book-check | Accounting Suite | Double entry with reconciliation, closing, reports and an audit trail.
create | sparkles | Promo Animator | A headline, pictures and a beat become a short clip in every format.
create | gallery-horizontal | Storyboard Builder | Shots as cards with framing, length and sound, ready to be filmed.
exec | clock | Timesheet Inbox | Hours that wait for you, with what is unusual marked, approved in one go.
exec | receipt | Draft Invoices | Invoices made from approved hours, checked before they are sent.
health | heart-handshake | Wellness Coach | A small plan for the week, adjusted to how the last one went.
health | heart-pulse | Health Tracker | Weight, sleep, workouts and vitals as lines over time, with the goal beside them.
health | salad | Nutrition | What was eaten, in energy and nutrients, beside the goal of the day.
learn | graduation-cap | Tutor | Finds what is missing, explains it at your level and lets you practise.
legal | file-search | Contract Analyzer | A contract split into clauses, each risk with its reason and the deadline beside it.
sales | contact | Sales Leads | A pipeline you drag, each contact with its history and next activity.`

/** Catalogue modules that spec 2.8 lists first in a Space. */
const featured: Readonly<Record<string, readonly string[]>> = {
  art: ['digital-canvas'],
  browser: ['full-spectrum'],
  business: ['gtm'],
  create: ['video-editor'],
  developer: ['doctor'],
  finance: ['tools-finance', 'finance'],
  health: ['health'],
  legal: ['legal'],
  music: ['music-studio'],
  video: ['video-editor'],
}

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split(' | '))
const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const pages = (table: string, access: PageAccess): PageEntry[] =>
  rows(table).map(([route = '', icon = '', title = '', summary = '']) => ({
    id: slug(route),
    title,
    summary,
    icon,
    route,
    access,
  }))

export const pageEntries: readonly PageEntry[] = [
  ...pages(administration, 'administrator'),
  ...pages(signedIn, 'member'),
  ...pages(open, 'public'),
]

const spaceModules = rows(inSpaces).map(([space = '', icon = '', title = '', summary = '']) => ({
  space,
  id: slug(title),
  title,
  summary,
  icon,
  route: `/spaces/${space}/${slug(title)}`,
  access: 'public' as const,
}))

/** What an entry's page and card show. */
export type Entry = PageEntry | ModuleEntry

/** The industry of spec 9 that a Space stands for: without the dash. */
const industryOf = ({ key }: Space): string => key.replaceAll('-', '')

/** A Space by its address: `real-estate`, or `realestate` as industries are written. */
export const spaceAt = (key: string | undefined): Space | undefined =>
  spaceOf(key) ?? spaces.find((space) => industryOf(space) === key)

/** Modules of a Space: those that are its own, then those made for its topic. What is for every topic is left out. */
export function modulesOf(space: Space): readonly Entry[] {
  const first = (featured[space.key] ?? []).flatMap(
    (id) => entryOf(id) ?? pageEntries.find((page) => page.id === id) ?? [],
  )
  const own = spaceModules.filter((module) => module.space === space.key)
  const further = [...moduleEntries, ...furtherPages].filter(
    (entry) => entry.industries.includes(industryOf(space)) && entry.route && !first.includes(entry),
  )
  return [...first, ...own, ...further]
}

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path)

/** The page of the workspace, or of a Space's module, at exactly this path. */
export const pageAt = (path: string): PageEntry | undefined =>
  [...pageEntries, ...spaceModules].find(({ route }) => route === trimmed(path))
