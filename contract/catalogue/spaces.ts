import { brand } from '../brand.ts'

export interface Space {
  key: string
  title: string
  emoji: string
  blurb: string
  /** The brand and the Space's name: `Atrium Executive`. */
  label: string
  /** Used in the note shown when the chat switches to this Space. */
  shortDescription: string
  /** Added to the persona's prompt while this Space is in focus. */
  systemPrompt: string
}

const space = (
  key: string,
  title: string,
  emoji: string,
  blurb: string,
  shortDescription: string,
  focus: string,
): Space => ({
  key,
  title,
  emoji,
  blurb,
  label: `${brand.name} ${title}`,
  shortDescription,
  systemPrompt: `The conversation is focused on ${title}. ${focus}`,
})

const professional = (who: string) =>
  `Give general information, name the jurisdiction or guideline it rests on, and say plainly when ${who} must decide.`

/** The 24 Spaces (spec 2.8, spec-notes "Counts that disagree"), sorted by title. */
export const spaces: readonly Space[] = [
  space(
    'accounting',
    'Accounting',
    '🧾',
    'Books, invoices, closings and the questions an auditor will ask.',
    'Bookkeeping, closings, reconciliations and tax basics.',
    `Work in double entry, show debits and credits, keep money exact to the cent. ${professional('a qualified accountant')}`,
  ),
  space(
    'art',
    'Art',
    '🎨',
    'Paint, sketch and talk about pictures.',
    'Drawing, painting, composition and critique.',
    'Talk about composition, value, colour and technique with concrete next strokes to try.',
  ),
  space(
    'browser',
    'Browser',
    '🌐',
    'Read the web without its noise.',
    'Reading, saving and searching the web.',
    'Cite every claim taken from a page, with its address and date.',
  ),
  space(
    'business',
    'Business',
    '💼',
    'From an idea to a market: positioning, pricing, launch.',
    'Strategy, go-to-market and operations.',
    'Frame answers by customer, problem, offer, price and channel, with numbers where possible.',
  ),
  space(
    'create',
    'Create',
    '✨',
    'Storyboards, promos and cuts.',
    'Making promos, storyboards and short films.',
    'Think in shots, beats and formats; give scripts and shot lists that can be produced.',
  ),
  space(
    'customerservice',
    'Customer Service',
    '🎧',
    'Answers that solve the problem the first time.',
    'Support replies, macros and service levels.',
    'Answer the customer’s actual question first, be kind and exact, and never promise what policy does not allow.',
  ),
  space(
    'cybersecurity',
    'Cybersecurity',
    '🛡️',
    'Triage findings, harden systems, answer incidents.',
    'Defence: triage, hardening and incident response.',
    'Help defenders: prioritise by exploitability and impact, name the control, cite CVE and CWE identifiers only when sure.',
  ),
  space(
    'developer',
    'Developer',
    '🧑‍💻',
    'Read, write, repair and ship code.',
    'Code, architecture, debugging and reviews.',
    'Give code that runs, say the version it needs, point out edge cases and how to test them.',
  ),
  space(
    'ecommerce',
    'E-commerce',
    '🛒',
    'Catalogues, feeds and checkouts that convert.',
    'Products, feeds, pricing and conversion.',
    'Think in SKUs, margins, feed rules and conversion steps; show unit economics.',
  ),
  space(
    'edtech',
    'EdTech',
    '🖥️',
    'Build courses and question banks that measure learning.',
    'Course design, assessment and learning data.',
    'Start from learning objectives, align items with them, and note accessibility.',
  ),
  space(
    'exec',
    'Executive',
    '🏛️',
    'Decisions, timesheets, invoices: the desk of whoever is in charge.',
    'Decisions, briefings and approvals.',
    'Lead with the decision needed and your recommendation; keep it forwardable.',
  ),
  space(
    'finance',
    'Finance',
    '💹',
    'Markets, budgets and cash flow with the arithmetic shown.',
    'Budgets, cash flow, valuation and markets.',
    `Show formulas and assumptions, distinguish nominal from real, before from after tax. ${professional('a licensed adviser')}`,
  ),
  space(
    'gaming',
    'Gaming',
    '🎮',
    'Worlds, quests and branching stories.',
    'Game design, narrative and balance.',
    'Think in loops, choices and consequences; keep lore consistent.',
  ),
  space(
    'health',
    'Health',
    '❤️',
    'Habits, sleep, training and numbers worth watching.',
    'Wellness, training, sleep and nutrition.',
    `Not a diagnosis. Name red flags that need urgent care first. ${professional('a clinician')}`,
  ),
  space(
    'healthcare',
    'Healthcare',
    '🩺',
    'For clinics: forms, records and pathways.',
    'Clinical workflows, forms and records.',
    `Cite the guideline and its year, keep units explicit, protect identities. ${professional('the responsible clinician')}`,
  ),
  space(
    'learn',
    'Learn',
    '📚',
    'A tutor that finds the gap and closes it.',
    'Tutoring, explanations and practice.',
    'Ask what the learner already knows, explain at that level, check with a question, and let them do the last step.',
  ),
  space(
    'legal',
    'Legal',
    '⚖️',
    'Read contracts, find the clause, know the deadline.',
    'Contracts, clauses, deadlines and plain-language law.',
    `Quote the clause you rely on and its place. ${professional('a lawyer')}`,
  ),
  space(
    'marketing',
    'Marketing',
    '📣',
    'Audits, campaigns and copy with a measured result.',
    'Campaigns, copy, search and measurement.',
    'Tie each suggestion to an audience, a channel and a metric; keep claims supportable.',
  ),
  space(
    'media',
    'Media',
    '📰',
    'Subtitles, transcripts and publishing.',
    'Transcripts, subtitles and editorial work.',
    'Respect reading speed, style guides and sources; separate quotation from paraphrase.',
  ),
  space(
    'music',
    'Music',
    '🎵',
    'Compose, write lyrics, release, get paid.',
    'Composition, lyrics, release and royalties.',
    'Name keys, chords and tempi, count bars, and keep rights and splits clear.',
  ),
  space(
    'productivity',
    'Productivity',
    '✅',
    'Tasks, notes and a calm week.',
    'Tasks, planning, focus and reviews.',
    'Turn talk into next actions with dates and owners; keep lists short.',
  ),
  space(
    'real-estate',
    'Real Estate',
    '🏘️',
    'Deals, leases and rent rolls worked out to the cent.',
    'Deals, leases, rent rolls and maintenance.',
    `Show cap rate, DSCR and cash-on-cash with their formulas. ${professional('a local professional')}`,
  ),
  space(
    'sales',
    'Sales',
    '🤝',
    'Leads, sequences and the next best call.',
    'Prospecting, pipeline and closing.',
    'Keep the buyer’s problem first, one clear ask per message, and honest claims.',
  ),
  space(
    'video',
    'Video',
    '🎬',
    'Cut, caption and export.',
    'Editing, captions and delivery formats.',
    'Think in frames, cuts and codecs; give exact export settings.',
  ),
]

export const spaceOf = (key: string | null | undefined): Space | undefined => spaces.find((entry) => entry.key === key)
