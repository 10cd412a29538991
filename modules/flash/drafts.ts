import { clozeNumbers } from './cloze.ts'
import type { Draft } from './module.ts'

export interface ReadDrafts {
  drafts: Draft[]
  refused: { line: number; text: string; reason: string }[]
}

const MOST = 500
/** Refused lines after which a text is taken for no list of cards. */
const REFUSED_MOST = 1000
const NO_LIST = 'So many lines are no cards that the rest was not read.'
/** A front and a back on one line, as people and models write them. */
const SEPARATORS = [/\t/, /\s*::\s+/, /\s+=>?\s+/, /\s*\|\s*/, /\s+[–—]\s+/, /\s+-\s+/, /;\s*/]
const MARKER = /^\s*(?:[-*•]\s+|\d{1,3}[.)]\s+)/
const QUESTION = /^\s*(?:\*\*)?(?:q|question|front)\s*\d*\s*[:.)]\s*(?:\*\*)?\s*/i
const ANSWER = /^\s*(?:\*\*)?(?:a|answer|back)\s*\d*\s*[:.)]\s*(?:\*\*)?\s*/i

/** What is wrong with a card, in a sentence; null when it can be kept. Whoever wrote it: a person, a file or a model. */
export function faultOf({ type, front, back }: Draft): string | null {
  if (front.trim() === '') return 'It has no front.'
  if (front.length > 50_000 || back.length > 50_000) return 'A field has at most 50,000 characters.'
  if (type === 'cloze') return clozeNumbers(front).length === 0 ? 'It has no gap such as {{c1::word}}.' : null
  return back.trim() === '' ? 'It has no back.' : null
}

function fromJson(text: string): unknown[] | null {
  const start = text.indexOf('[')
  const end = text.lastIndexOf(']')
  if (start < 0 || end < start || !/^\s*\[\s*\{/.test(text.slice(start))) return null
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1))
    return Array.isArray(value) ? value : null
  } catch {
    return null // not JSON after all: its lines may still be cards
  }
}

function draftOf(value: unknown): Draft {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const word = (...names: string[]) => {
    const found = names.map((name) => given[name]).find((one) => typeof one === 'string')
    return typeof found === 'string' ? found.trim() : ''
  }
  const front = word('front', 'question', 'q', 'text', 'term')
  const tags = Array.isArray(given.tags) ? given.tags.filter((tag) => typeof tag === 'string' && tag.trim() !== '') : []
  return {
    type: clozeNumbers(front).length > 0 ? 'cloze' : 'basic',
    front,
    back: word('back', 'answer', 'a', 'extra', 'definition'),
    tags: (tags as string[]).slice(0, 20).map((tag) => tag.trim().replace(/\s+/g, '-').slice(0, 100)),
  }
}

function splitLine(line: string): [string, string] | null {
  for (const separator of SEPARATORS) {
    const at = separator.exec(line)
    if (at && at.index > 0) return [line.slice(0, at.index), line.slice(at.index + at[0].length)]
  }
  return null
}

/**
 * Reads cards out of a text: a JSON array, pairs of `Q:` and `A:`, or a line each (`front = back`, tab, `::`, `|`, ` - `),
 * and texts with gaps. Every card passes `faultOf`; the rest is refused with its line and the reason.
 */
export function readDrafts(text: string): ReadDrafts {
  const result: ReadDrafts = { drafts: [], refused: [] }
  const seen = new Set<string>()
  const keep = (draft: Draft, line: number, source: string) => {
    const key = `${draft.front}\n${draft.back}`.toLowerCase()
    const reason =
      faultOf(draft) ??
      (seen.has(key) ? 'It stands here twice.' : result.drafts.length >= MOST ? 'More than 500 cards at once.' : null)
    if (reason) result.refused.push({ line, text: source.slice(0, 200), reason })
    else {
      seen.add(key)
      result.drafts.push(draft)
    }
  }
  const isNoList = (line: number) => {
    if (result.refused.length < REFUSED_MOST) return false
    result.refused.push({ line: line + 1, text: '', reason: NO_LIST })
    return true
  }
  const json = fromJson(text)
  if (json) {
    for (const [at, value] of json.entries()) {
      keep(draftOf(value), at + 1, JSON.stringify(value) ?? '')
      if (isNoList(at + 1)) break
    }
    return result
  }
  let question: { front: string; line: number } | null = null
  const unanswered = () => {
    if (question) result.refused.push({ line: question.line, text: question.front, reason: 'It has no back.' })
    question = null
  }
  let at = -1
  for (const raw of text.split(/\r\n?|\n/)) {
    if (isNoList(at + 1)) return result
    at += 1
    const line = raw.replace(MARKER, '').trim()
    if (line === '' || /^(?:```|#{1,6} |-{3,}$|\|?[\s:|-]+\|?$)/.test(line)) continue
    if (QUESTION.test(line)) {
      unanswered()
      question = { front: line.replace(QUESTION, '').replace(/\*\*$/, '').trim(), line: at + 1 }
      continue
    }
    if (question && ANSWER.test(line)) {
      keep(
        { type: 'basic', front: question.front, back: line.replace(ANSWER, '').trim(), tags: [] },
        question.line,
        line,
      )
      question = null
      continue
    }
    if (clozeNumbers(line).length > 0) {
      keep({ type: 'cloze', front: line, back: '', tags: [] }, at + 1, line)
      continue
    }
    const pair = splitLine(line.replace(/^\|\s*|\s*\|$/g, ''))
    if (pair) keep({ type: 'basic', front: pair[0].trim(), back: pair[1].trim(), tags: [] }, at + 1, line)
    else if (/[=|\t]|::|{{c/.test(line))
      result.refused.push({ line: at + 1, text: line.slice(0, 200), reason: 'It has no back.' })
    else if (result.drafts.length > 0 || line.length < 200)
      result.refused.push({ line: at + 1, text: line.slice(0, 200), reason: 'It is no card: write “front = back”.' })
  }
  unanswered()
  return result
}
