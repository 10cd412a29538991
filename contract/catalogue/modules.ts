import { brand } from '../brand.ts'
import type { Module } from '../module.ts'

/** A module as the catalogue lists it (spec 2.7), installed or not: a page, a bot of the chat, or an action on a message. */
export interface ModuleEntry extends Omit<Module, 'collections' | 'actions'> {
  /** The key of a bot. */
  flobotKey?: string
  /** The mode that an action without a page puts the chat in. */
  mode?: string
}

// id | page (or `bot` with its page, or `mode` and which) | tier | triggers | industries | icon | title | summary
/** Spec 2.7's table in its order, then the bots and the action. */
const table = `
prompt-genie | /prompt-genie | free | /prompts /genie /polish | all | wand-sparkles | Prompt Genie | Keep, test and improve your prompts: variables, versions, checks over saved outputs.
school | /school | school | /school /class | education edtech learn | school | School | Classes, assignments, rubrics and a grade book that drops the right score.
health | /health | free | /health | health all | heart-pulse | Health | Weight, sleep, workouts and vitals from your devices, with goals and trends.
career | /career | free | /career /resume | hr all | briefcase | Career | A resume builder with live preview and a board for your applications.
devmode | /devmode | free | /dev /studio | developer | terminal | Dev Studio | Run JavaScript, TypeScript and Python in notebooks that stay on this page.
flash | /flash | free | /flash | education learn all | layers | Flashcards | Remember what you learn, reviewed just before you forget it.
coder | /{brand}coder | free | /coder /fixcode | developer | code | Coder | Edit several files by reviewed patches and run the tests after each.
chef | /chef | free | /chef /recipes | all | chef-hat | Chef | Recipes that scale, a cook mode with timers, meal plans and shopping lists by aisle.
wallet | /wallet | free | /wallet | finance all | wallet | Wallet | Accounts, envelopes and bank imports that never count anything twice.
sync | /sync | free | /sync /upload | productivity all | folder-sync | Sync | Your files: resumable uploads, versions, previews and share links.
genesis-editor | /genesis-editor | pro | /editor | all creative | file-pen | Genesis Editor | Documents of blocks with tables, comments, history and clean exports.
teams | /teams | pro | /team /agents | business all | users | Teams | People and agents in one team: roles, hand-overs, gates and a trace of who did what.
decks | /{brand}decks | pro | /deck /slides | business marketing all | presentation | Decks | From an outline to slides with notes, charts and a PowerPoint file that opens clean.
instant-site | /instant-site | pro | /site | business marketing ecommerce | app-window | Instant Site | A site of blocks: themes, forms, search texts, published at your address.
dev-agent | /{brand}dev | pro | /devagent | developer | bot | Dev Agent | Plans, edits and tests in a sandbox, asks before it acts, and can be replayed.
legal | /legal | pro | /legal | legal | scale | Legal | Contracts split into clauses, risks with reasons, deadlines and a redline of two versions.
finance | /finance | pro | /finance | finance | trending-up | Finance | Holdings, returns, cash flow and scenarios with the arithmetic shown.
insider-intel | /insider-intel | pro | /insider | finance research | search-check | Insider Intel | What insiders filed: purchases in clusters, watch lists and alerts.
edu | /edu | pro | /edu | education edtech learn | graduation-cap | Education | Courses and lessons with items that measure what was learnt.
vision-video | /vision-video | pro_plus | /video | video create media creative | clapperboard | Vision Video | Storyboard cards become a real video with motion, titles and sound.
show | /{brand}show | pro | /{brand}show /wan | video create media creative | tv | Show | A series with its bible, cast, beats and episodes.
podcast-studio | /podcast-studio | pro | /podcast /audio | media creative | podcast | Podcast Studio | Record, mix to the right loudness, add chapters, publish a feed.
stream-manager | /stream-manager | pro | /stream /live | media gaming creative | radio | Stream Manager | Scenes, keys kept safe, a checklist and a rehearsal before you go live.
content-calendar | /content-calendar | free | /calendar /schedule | marketing media all | calendar-days | Content Calendar | Plan posts and appointments by month, week and list, across time zones.
video-editor | /video-editor | pro_plus | /edit /cut | video create media creative | scissors | Video Editor | Tracks, trims, captions and an export that has the length it says.
transcript | /transcript | pro | /transcript /caption | media video | captions | Transcript | Subtitles edited beside the player, checked for reading speed.
media-analytics | /media-analytics | pro | /analytics /stats | media marketing | chart-line | Media Analytics | Channels and sites side by side: periods compared, what did well and why.
digital-canvas | /digital-canvas | pro | /draw /paint | art creative | brush | Digital Canvas | Brushes with pressure, layers and blend modes; files other programs open.
portfolio | /portfolio | free | /portfolio /gallery | art creative | images | Portfolio | Galleries and case studies at your own public address.
critique | /critique | pro | /critique /feedback | art creative | message-square-quote | Critique | Feedback pinned to the picture: threads, versions, contrast and colour blindness.
design-system | /design-system | pro | /design /components | art creative developer | swatch-book | Design System | Tokens, themes and contrast checked, exported for every platform.
patients | /patients | pro_plus | /patients /ehr | healthcare health | clipboard-plus | Patients | Charts at a glance: problems, medication, allergies, exchanged as FHIR.
medical | /medical | pro_plus | /medical /diagnosis | healthcare health | stethoscope | Medical | Clinical calculators with units and evidence, notes and code search. Not a diagnosis.
appointments | /appointments | pro | /appointments /schedule | healthcare health business all | calendar-check | Appointments | A booking page with buffers and time zones; no slot is given twice.
health-analytics | /health-analytics | pro | /health-stats /practice | healthcare | activity | Health Analytics | A practice in numbers: registries, care gaps, no-shows with their definition.
music-studio | /music-studio | pro_plus | /compose /produce | music creative | music | Music Studio | Piano roll, step grid and mixer; MIDI and WAV out.
lyrics | /lyrics | pro | /lyrics /songwrite | music creative | mic-vocal | Lyrics | Rhymes, syllables and schemes while you write; chords that transpose.
distribute | /distribute | pro | /release /distribute | music | disc-3 | Distribute | A release made ready: identifiers checked, artwork checked, metadata drafted.
royalties | /royalties | pro | /royalties /earnings | music finance | coins | Royalties | Statements read, splits reconciled to the last unit, payees told.
loop-console | /loop-console | builder | /loop | developer all | repeat | Loop Console | A goal, a test for done, and limits: it works in turns until the test passes.
full-spectrum | /full-spectrum | pro | /browser | browser research all | globe | Full-Spectrum Interface | Read, keep and search the web: reader view, highlights, offline copies.
gtm | /gtm | pro | /gtm | business marketing startup | rocket | GTM Accelerator | Positioning, channels, launch and experiments that can be decided.
doctor | /doctor | pro | /doctor | developer cybersecurity | shield-check | Code Doctor | One score for a repository and the ranked fixes that raise it.
chess | bot /chess | free | /chess | gaming all | crown | Chess | Play at your level, analyse with an engine, solve puzzles.
smartResume | bot | pro | /job | hr all | file-search | Smart Resume | A job posting against your resume: what is there, what is missing, with the evidence.
journal | bot | pro | /journal | all | notebook-pen | Journal | Entries with mood and photos, on this day, and a trend worth seeing.
explainer | bot | pro | /study | education learn all | book-open | Explainer | Your sources as outline, key terms and questions, every statement with its place.
propertyMgr | bot | pro | /property | realestate | building-2 | Property Manager | Rent roll, leases, repairs and what the owner is owed.
vengeance | bot | pro | /alchemist | all | flame | Alchemist | Turns a grievance into a letter, a deadline and an outcome.
code-repair | mode repair | pro | /repair /fix | developer | wrench | Code Repair | Mends JSON, syntax, imports and lint in what you paste, and says when it could not.`

/** Ability pages of spec 2.1 that the catalogue's table does not list. */
const further = `
prompt-techniques | /prompt-techniques | free | /techniques | all | lightbulb | Prompt Techniques | Fifty-eight ways to ask, when each helps and when not, with something to try.
devpad | /devpad | free | /devpad | developer | square-terminal | Devpad | A scratch pad that runs what you type.
github-research | /github-research | free | /github | developer research | git-branch | GitHub Research | A repository read for you: structure, hot spots and licences, linked to the line.`

function entry(row: string): ModuleEntry {
  const cells = row.replaceAll('{brand}', brand.prefix).split(' | ')
  const [id = '', place = '', tier = '', triggers = '', industries = '', icon = '', title = '', summary = ''] = cells
  const [kind, where] = place.startsWith('/') ? ['page', place] : place.split(' ')
  return {
    id,
    title,
    summary,
    kind: kind === 'bot' ? 'flobot' : kind === 'mode' ? 'action' : 'module',
    industries: industries.split(' '),
    tier: tier as ModuleEntry['tier'],
    triggers: triggers.split(' '),
    icon,
    ...(kind === 'bot' && { flobotKey: id }),
    ...(kind === 'mode' ? { mode: where } : where && { route: where }),
  }
}

const entries = (rows: string): readonly ModuleEntry[] => rows.trim().split('\n').map(entry)

export const moduleEntries = entries(table)
export const furtherPages = entries(further)

const everything = [...moduleEntries, ...furtherPages]

export const entryOf = (id: string): ModuleEntry | undefined => everything.find((one) => one.id === id)

/** The entry whose page stands at this path, or above it. */
export const entryAt = (path: string): ModuleEntry | undefined =>
  everything.find(({ route }) => route !== undefined && (path === route || path.startsWith(`${route}/`)))
