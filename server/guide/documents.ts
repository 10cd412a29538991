import { numberStyle } from '@atrium/domain/numbers/number-style'
import { countSaid } from '@atrium/domain/numbers/number-words'
import { isDayFirst } from './calendar/reading.ts'
import { looksLikeCsv } from './given-text.ts'
import type { GuideContext, GuideFile } from './guide.ts'
import { safe } from './markdown.ts'
import { aboutTopic, countsOf, keyPointsOf, summaryOf } from './papers/answers.ts'
import { describe } from './papers/data-questions.ts'
import { extractAsked } from './papers/extract.ts'
import { mentionAsked, mentionsOf, partAsked, partOf } from './papers/parts.ts'
import { passagesOf } from './papers/passages.ts'
import { isTable, readTable, type Table } from './papers/table.ts'
import { answered } from './papers/table-answers.ts'
import { contentWords, isLong, plain, request, unended, words } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'

const thing =
  '(?:it|this|that|these|them|both|all|everything|(?:them |these )?both of them|all of (?:it|them|these)|them all|(?:the|this|that|my|these|those|an?|both|all)?(?: (?:attached|uploaded|whole|two|three))? ?(?:documents?|files?|texts?|pdfs?|attachments?|articles?|reports?|papers?|docx?|word documents?|contracts?|csvs?|spreadsheets?|tables?|data|datasets?|letters?|notes?|transcripts?|e-?mails?|pages?|page|essays?|chapters?|uploads?|agreements?|policy|policies|minutes)(?: files?)?)'
const named =
  /\b(?:document|file|pdf|attachment|csv|spreadsheet|docx?|upload(?:ed)?|attached|article|report|dataset|contract)s?\b/iu

const summarising = new RegExp(
  `^(?:(?:give(?: me)?|write|make|provide|create|produce)? ?(?:me )?(?:an? |the )?(?<size>short|brief|quick|concise|long|longer|detailed|one[- ]sentence|one[- ]paragraph)? ?(?:executive )?(?:summary|tl;?dr|synopsis|abstract|overview)(?: of)?|(?<size2>briefly |shortly )?(?:summari[sz]e|sum up|condense|recap|boil down|shorten|tl;?dr))(?: (?:of )?(?<what>${thing}))?(?: (?:for me|please|briefly|shortly))?(?: in (?<count>\\d{1,2}|one|two|three|four|five|six|seven|ten|an?) (?<unit>sentences?|points?|bullet points?|bullets?|paragraphs?|lines?|words?))?(?: as (?<form>bullet points|bullets|a list))?$`,
  'iu',
)
const whatAbout = new RegExp(
  `^what(?:'s| is| does| do| are) (?:(?:in )?${thing}(?: (?:all )?(?:about|say|contain|mean))?|${thing} about)$`,
  'iu',
)
const keyPoints = new RegExp(
  `^(?:(?:give(?: me)?|list|show(?: me)?|what(?:'s| are| is)|extract|find|pull out|tell me|name) )?(?:me )?(?:the |its |some )?(?:(?<count>\\d{1,2}|three|five|ten) )?(?:most )?(?:key|main|important|essential|central|major)(?: important)? ?(?:points?|takeaways?|ideas?|facts?|findings?|messages?|things?|parts?|arguments?)(?: (?:of|from|in) ${thing})?$|^(?:(?:give(?: me)?|what(?:'s| is| are)|show me) )?(?:the )?(?:takeaways|highlights|gist)(?: (?:of|from|in) ${thing})?$`,
  'iu',
)
const counting = new RegExp(
  `^(?:(?:how many|count(?: the)?|number of) (?<unit>words?|characters?|letters?|sentences?|paragraphs?|pages?|lines?)(?: (?:are |are there |is |does |do |has )?(?:in |there |in there )?(?:${thing})?(?: have| has| contain)?)?|word ?count(?: of ${thing})?|(?:how long|what length) (?:is|are) ${thing}|(?:how long does it take to |time to )?read(?:ing)?(?: time)?(?: of| for)? ?${thing})$`,
  'iu',
)
const about = new RegExp(
  `^(?:what (?:does|do|did|is|are) (?:${thing}|the author|they) (?:say|says|said|tell|state|mention|write|have to say|stated?)(?: to us| us)? (?:about|on|regarding|concerning|of) (?<a>.{2,120})|(?:what (?:is|are) (?:said|written|mentioned)|anything|is there anything) (?:said )?(?:about|on) (?<b>.{2,80}?)(?: in ${thing})?|(?:find|search(?: for)?|look for|show me|where (?:is|are|does it (?:say|mention)|do they mention))(?: (?:the )?(?:passages?|parts?|places?|mentions?|sections?))?(?: about| on| of| for| where)? (?<c>.{2,80}?)(?: mentioned)? in ${thing}|does ${thing} (?:mention|say anything about|talk about|cover|contain|discuss) (?<d>.{2,80})|quote (?:the )?(?:passages?|parts?) (?:about|on) (?<e>.{2,80})|(?:on )?(?:which|what) pages? (?:is|are|mentions?|talks? about|says? something about|covers?|has|contains?|discusses) (?:the |a |an )?(?<f>.{2,80}?)(?: mentioned| on| discussed)?|where (?:is it about|does (?:it|this|the (?:document|text)) (?:mention|say|talk about|speak of)) (?:the )?(?<g>.{2,80})|where is (?:the )?(?<h>.{2,80}?) mentioned)$`,
  'iu',
)
const tabling = new RegExp(
  `^(?:make|create|build|give me|show me|list|extract|find|pull out|get|what are)(?: me)?(?: (?:a|the))?(?: table| list)?(?: of| with| from)?(?: all)?(?: the| of the)? (?<what>[^,]{2,80}?)(?: (?:in|from|of|out of|mentioned in) ${thing})?$`,
  'iu',
)

const howToAttach =
  'Nothing is attached to this conversation. Press the paper clip beside the message box, paste a file or drop one onto the page (text, PDF, DOCX or CSV), and ask again. You can also put the text after the question.'

type FileIntent = 'text.summary' | 'text.count' | 'file.stats' | 'file.question' | null

const claim = (confidence: number, reply: () => string | Promise<string>, intent: FileIntent = null): Match => ({
  skill: 'summary',
  ...(intent && { intent }),
  confidence,
  reply,
})

/** Summaries, key points, quotations, counts, tables and statistics of attached or pasted text and data. */
export const documents: Skill = async (context) => {
  const pasted = pastedText(context.question)
  const text = unended(request(pasted?.instruction ?? context.question))
  const files = pasted ? [pasted.file] : context.files.filter((file) => file.text.trim() !== '')
  if (pasted && !pasted.instruction) return claim(certainty.partial, () => receive(pasted.file, context))
  if (isLong(pasted?.instruction ?? context.question)) return null
  if (files.length === 0) return withoutFiles(text, context)
  if (text === '')
    return context.question.trim() === ''
      ? claim(certainty.phrase, () => receive(files.at(-1) as GuideFile, context))
      : null
  return (
    (await fromTable(text, files, context)) ??
    fromText(text, files, context) ??
    guess(
      text,
      files.filter((file) => !isTable(file)),
    )
  )
}

async function fromTable(text: string, files: readonly GuideFile[], context: GuideContext): Promise<Match | null> {
  const file = chosen(text, files.filter(isTable))
  if (!file || OF_ITS_OWN_NUMBERS.test(text)) return null
  const { locale } = numberStyle(context.locale)
  const said = withoutName(text, file)
  const dayFirst = isDayFirst(context.locale)
  const isSummary = summarising.test(said) || whatAbout.test(said) || keyPoints.test(said)
  // The beginning of the file tells whether the sentence is about it at all; only then is the whole of it read.
  const sample = await readTable(file.text, dayFirst, SAMPLE_ROWS)
  if (!sample || !(isSummary || answered(said, sample, locale) || /\b(?:in|for|where|with|from)\b/iu.test(said)))
    return null
  const table = sample.cut ? await readTable(file.text, dayFirst) : sample
  if (!table) return null
  const answer = answered(said, table, locale)
  if (answer)
    return claim(
      answer.sure ? certainty.parsed + 0.02 : certainty.partial,
      () => `${answer.markdown}${table.cut ? cutTable(table, locale) : ''}\n\n*${source(file)}*`,
      'file.stats',
    )
  const other = files.some((candidate) => !isTable(candidate))
  if (!other && isSummary)
    return claim(certainty.parsed, () => `**${file.name}**: ${describe(table, locale)}`, 'file.stats')
  return null
}

const SAMPLE_ROWS = 500

/** “Average of 3, 4 and 8” is about no file. */
const OF_ITS_OWN_NUMBERS =
  /\b(?:average|mean|median|sum|total|add|add up|largest|smallest) (?:of )?(?:the )?(?:numbers )?[-−]?\d[\d.]*(?:(?:, ?and|,|;| and| &| plus) ?[-−]?\d[\d.]*)+$/iu

const cutTable = ({ rows }: Table, locale: string): string =>
  `\n\nThe file goes on: this is about the ${new Intl.NumberFormat(locale).format(rows)} rows of its beginning that I have.`

const source = (file: GuideFile): string => `From ${safe(file.name)}.`

function fromText(text: string, given: readonly GuideFile[], context: GuideContext): Match | null {
  const files = given.filter((file) => !isTable(file))
  const file = chosen(text, files)
  if (!file) return null
  const said = withoutName(text, file)
  const { locale } = numberStyle(context.locale)
  const summary = summarising.exec(said)?.groups
  if (summary) {
    const every = /\b(?:all|both|these|them|everything|files|documents|attachments)\b/iu.test(summary.what ?? '')
      ? files
      : [file]
    const size = (summary.size ?? summary.size2 ?? '').trim().toLowerCase()
    const points = /point|bullet|line/iu.test(summary.unit ?? '') || summary.form !== undefined
    const count = /sentence|point|bullet|line/iu.test(summary.unit ?? '')
      ? countSaid(summary.count)
      : size.startsWith('one')
        ? 1
        : null
    return claim(
      certainty.parsed,
      () =>
        every
          .slice(0, 5)
          .map((each) => (points ? keyPointsOf(each, locale, count) : summaryOf(each, locale, { count, size })))
          .join('\n\n'),
      'text.summary',
    )
  }
  const part = partAsked(said)
  if (part) return claim(certainty.parsed, () => partOf(file, locale, part), 'file.question')
  const mention = mentionAsked(said)
  if (mention) return claim(certainty.parsed, () => mentionsOf(mention, file), 'file.question')
  if (whatAbout.test(said))
    return claim(certainty.parsed, () => summaryOf(file, locale, { count: null, size: '' }), 'text.summary')
  const points = keyPoints.exec(said)
  if (points)
    return claim(certainty.parsed, () => keyPointsOf(file, locale, countSaid(points.groups?.count)), 'text.summary')
  const counted = counting.exec(said)
  if (counted)
    return claim(
      certainty.parsed,
      () => countsOf(file, locale, counted.groups?.unit ?? (/\bread/iu.test(said) ? 'time' : null)),
      'text.count',
    )
  const listed = tabling.exec(said)?.groups?.what
  const all = listed ? extractAsked(listed, passagesOf(file.text), true) : null
  if (all) return claim(certainty.parsed, () => `${all}\n\n*${source(file)}*`, 'file.question')
  const topic = about.exec(said)?.groups
  const sought = topic && Object.values(topic).find((part) => part !== undefined)
  if (sought) return claim(certainty.parsed, () => aboutTopic(sought, files, file), 'file.question')
  const extracted = listed ? extractAsked(listed, passagesOf(file.text)) : null
  return extracted ? claim(certainty.pattern, () => `${extracted}\n\n*${source(file)}*`, 'file.question') : null
}

/** A question in the file's own words: quote what it says rather than nothing. */
function guess(said: string, files: readonly GuideFile[]): Match | null {
  // “How long is the notice period” is about the period.
  const text = said.replace(/^(?:(?:and|so|but) )?how (?:long|much|many|often|old|big|far|high|late|early) /iu, 'what ')
  const asks =
    /^(?:what|who|whom|whose|when|where|which|why|how|is|are|was|were|does|do|did|can|must|may|should|will|about|am)\b/iu.test(
      text,
    )
  const asked = contentWords(text).length
  // "when is the deadline" asks for a thing that there is one of; a single word otherwise is too little to search for.
  if (
    files.length === 0 ||
    !asks ||
    asked === 0 ||
    (asked === 1 && !/ the \p{L}+$|^what \p{L}+ (?:are|is|were|was|do|does|did)\b/iu.test(text))
  )
    return null
  const quoted = aboutTopic(text, files, null, 0.7)
  return quoted === '' ? null : claim(certainty.found + 0.05, () => quoted, 'file.question')
}

function withoutFiles(text: string, context: GuideContext): Match | null {
  const asked = summarising.exec(text)
  const isDocumentQuestion =
    asked ||
    keyPoints.test(text) ||
    (counting.test(text) && named.test(text)) ||
    (about.test(text) && (named.test(text) || /\b(?:does|do) (?:it|this|that)\b/iu.test(text))) ||
    (whatAbout.test(text) && named.test(text)) ||
    (tabling.test(text) && named.test(text))
  if (!isDocumentQuestion) return null
  if (context.files.length > 0)
    return claim(
      certainty.partial + 0.05,
      () =>
        `I found no readable text in what is attached (${context.files.map(({ name }) => safe(name)).join(', ')}). A scanned page or a picture has none; a connected model with vision can look at it.`,
    )
  const long = context.turns.findLast((turn) => turn.role === 'user' && words(turn.text).length >= PASTED_WORDS)
  if (long && !named.test(text))
    return fromText(text, [{ name: 'the text you sent', mime: 'text/plain', text: long.text }], context)
  return claim(certainty.partial + 0.05, () => howToAttach)
}

const PASTED_WORDS = 60

interface Pasted {
  instruction: string
  file: GuideFile
}

/** "Summarise this: …" with the text in the message itself, or a long text without a word of what to do. */
function pastedText(question: string): Pasted | null {
  if (question.length < 200) return null
  const file = (text: string, mime: string): GuideFile => ({ name: 'the text you sent', mime, text })
  if (looksLikeCsv(question)) return { instruction: '', file: file(question, 'text/csv') }
  const head = question.slice(0, 240)
  const cut = /^([^\n]{3,160}?)(?::\s*|\s*\n\s*\n?)(?=\S)/u.exec(head)
  const body = cut ? question.slice(cut[0].length) : ''
  const instruction = cut ? plain(cut[1] as string) : ''
  const said = unended(request(instruction))
  const isData = looksLikeCsv(body)
  const asksForIt = [summarising, keyPoints, counting, about, tabling].some((pattern) => pattern.test(said))
  if (body.length >= 120 && (asksForIt || isData))
    return { instruction, file: file(body, isData ? 'text/csv' : 'text/plain') }
  if (isLong(question) && words(question).length >= PASTED_WORDS * 2)
    return { instruction: '', file: file(question, 'text/plain') }
  return null
}

async function receive(file: GuideFile, context: GuideContext): Promise<string> {
  const { locale } = numberStyle(context.locale)
  if (isTable(file)) {
    const table = await readTable(file.text, isDayFirst(context.locale))
    if (table)
      return `**${file.name}**: ${describe(table, locale)}\n\nAsk for totals, averages, a top list or a table: “average of … by …”, “top 5 … by …”.`
  }
  return `${summaryOf(file, locale, { count: null, size: '' })}\n\nAsk for key points, what it says about something, or a table of its dates or amounts.`
}

/** The file that a sentence names, or the newest. */
function chosen(text: string, files: readonly GuideFile[]): GuideFile | null {
  const lower = text.toLowerCase()
  const byName = files.filter(
    (file) =>
      lower.includes(file.name.toLowerCase()) ||
      (stemOf(file).length > 3 && lower.includes(stemOf(file).toLowerCase())),
  )
  const byKind = files.filter(
    (file) =>
      (/\bpdf\b/u.test(lower) && /pdf/iu.test(file.mime + file.name)) ||
      (/\b(?:csv|spreadsheet)\b/u.test(lower) && isTable(file)) ||
      (/\b(?:docx?|word)\b/u.test(lower) && /\.docx?$/iu.test(file.name)),
  )
  return byName.at(-1) ?? byKind.at(-1) ?? files.at(-1) ?? null
}

const stemOf = (file: GuideFile): string => file.name.replace(/\.[^.]{1,8}$/u, '')

/** "summarise report.pdf" → "summarise it". The bare word counts only where a file is meant: a column may be called like it. */
function withoutName(text: string, file: GuideFile): string {
  const full = text.toLowerCase().indexOf(file.name.toLowerCase())
  if (full > 0)
    return `${text.slice(0, full).replace(/\b(?:the |file |document )+$/iu, '')}it${text.slice(full + file.name.length)}`
      .replace(/ (?:in|from|of) it$/iu, '')
      .trim()
  const stem = stemOf(file)
  if (isTable(file) || stem.length < 4) return text
  const bare = new RegExp(
    `\\b(summari[sz]e|in|from|of) (?:the )?${stem.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?: file| document)?$`,
    'iu',
  )
  return text.replace(bare, (_, word: string) => `${word} it`)
}
