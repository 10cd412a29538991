import { plain } from '../phrasing.ts'
import { type Brief, type DraftKind, listIn, missing, type Slot, type Template } from './brief.ts'

/** A brief after an answer, and how sure it is that the answer was about the draft. */
export interface Answered {
  brief: Brief
  sure: boolean
}

const shorter = /\b(?:short(?:er)?|brief(?:er)?|more concise|trim|cut (?:it )?down|too long)\b/iu
const longer = /\b(?:long(?:er)?|more detail(?:ed)?|expand|elaborate|too short)\b/iu
const formal = /\b(?:(?:more )?formal|professional|polite(?:r)?|official)\b/iu
const casual = /\b(?:(?:more )?casual|informal|friendl(?:y|ier)|warmer|relaxed|less formal|too formal)\b/iu
const change =
  /^(?:please )?(?:can you |could you )?(?:now )?(?:make|keep|write|rewrite|do|it(?:'s| is)|that(?:'s| is)|a bit|a little|much|way|not so|not that|more|less|too|shorten|expand|trim|cut|elaborate|friendl|formal|casual|short|long|brief)/iu

/** Takes an answer of the person into a brief: labelled facts, changes of length or manner, points to add, or the answers in order. Null for something else. */
export function take(said: string, brief: Brief, template: Template): Answered | null {
  const text = said.trim()
  const line = plain(text)
  if (line === '' || text.length > 4_000) return null
  const changed = line.length < 80 && change.test(line) ? restyle(line, brief) : null
  if (changed) return { brief: changed, sure: true }
  const edited = addOrRemove(line, brief)
  if (edited) return { brief: edited, sure: true }
  const named = byName(line, brief)
  if (named) return { brief: named, sure: true }
  const labelled = byLabel(text, brief, template)
  if (labelled) return { brief: labelled, sure: true }
  // A question back is not an answer, and another language no fact.
  if (
    /^(?:in(?:to)?|to) (?:english|french|german|spanish|italian|chinese|japanese|russian|arabic|portuguese|dutch|polish|korean|hindi)\b/iu.test(
      line,
    ) ||
    /\?\s*$/u.test(line) ||
    /^(?:what|who|when|where|why|how|which|can|could|do|does|is|are|write|draft|compose|show|open|find|list|help)\b/iu.test(
      line,
    )
  )
    return null
  const ordered = inOrder(text, brief, template)
  return ordered && { brief: ordered, sure: false }
}

function restyle(line: string, brief: Brief): Brief | null {
  const length = shorter.test(line) ? 'short' : longer.test(line) ? 'long' : null
  const isFormal =
    /\btoo (?:casual|informal|friendly|relaxed)|\bless (?:casual|informal)|\bmore (?:formal|professional|polite|official)/iu.test(
      line,
    )
  const manner = isFormal ? 'formal' : casual.test(line) ? 'casual' : formal.test(line) ? 'formal' : null
  return length || manner ? { ...brief, length: length ?? brief.length, manner: manner ?? brief.manner } : null
}

function addOrRemove(line: string, brief: Brief): Brief | null {
  const added =
    /^(?:and )?(?:also )?(?:add|include|mention)(?: also)?(?: (?:a|an|the|another|one more))?(?: (?:point|item|line|criterion|criteria|row|paragraph|step|topic))?(?: (?:about|on|for|that|called))?:? (.{2,200})$/iu.exec(
      line,
    )
  if (added) {
    const item = (added[1] as string)
      .replace(/ to (?:it|the (?:list|agenda|plan|checklist|e-?mail|comparison|table))$/iu, '')
      .replace(/[.!]+$/u, '')
    return { ...brief, items: [...brief.items, ...(brief.kind === 'e-mail' ? [item] : listIn(item))].slice(0, 40) }
  }
  const removed =
    /^(?:remove|delete|drop|leave out|take out|without)(?: the)?(?: (?:point|item|line|criterion|row|step|topic))?(?: (?:about|on))? (.{2,120}?)(?: from (?:it|the \w+))?$/iu.exec(
      line,
    )
  return removed ? { ...brief, removed: [...brief.removed, (removed[1] as string).toLowerCase()].slice(0, 40) } : null
}

const NAMED: readonly [RegExp, string, DraftKind][] = [
  [
    /^(?:(?:his|her|their|the (?:\p{L}+ ){0,2}?)(?:last |full |sur|first )?name(?:'s| is| should be)|(?:he|she|it)(?:'s| is) called|address it to|it(?:'s| is| goes| should go) to|make it out to|change the name to) (?<said>.{1,80})$/iu,
    'recipient',
    'e-mail',
  ],
  [
    /^(?:sign (?:it )?(?:as|with|off as|from)|signed|my name(?:'s| is)|it(?:'s| is) from|i am|i'm called) (?<said>.{1,80})$/iu,
    'sender',
    'e-mail',
  ],
  [
    /^(?:make it|it (?:takes|lasts|should last|is)|we (?:only )?have|give it|only) (?<said>(?:\d{1,3}|an?|half an|one|two) ?(?:min(?:ute)?s?|hours?|h))[.!]*$/iu,
    'duration',
    'agenda',
  ],
  [
    /^(?:it(?:'s| is)|make it|move it to|no,?|for|on) (?<said>(?:on |next |this )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today))[.!]*$/iu,
    'date',
    'agenda',
  ],
  [
    /^(?:with|invite|add|and) (?<said>\p{Lu}\p{L}+(?:(?:,| and) \p{Lu}\p{L}+){0,8})(?: too| as well| is coming)?[.!]*$/u,
    'people',
    'agenda',
  ],
  [
    /^(?:my |the )?(?:budget is|we have|it may cost|i can spend)(?: about| up to| at most)? (?<said>[$€£¥]?\s?[\d.,]+k?(?: ?\p{L}{1,8})?)[.!]*$/iu,
    'budget',
    'plan',
  ],
]

/** “His name is Mr Becker”, “make it 45 minutes”: a fact in words of its own. */
function byName(line: string, brief: Brief): Brief | null {
  for (const [pattern, name, kind] of NAMED) {
    const said =
      kind === brief.kind
        ? pattern
            .exec(line)
            ?.groups?.said?.replace(/[.!]+$/u, '')
            .trim()
        : undefined
    if (said) return { ...brief, facts: { ...brief.facts, [name]: said } }
  }
  return null
}

const slotCalled = (label: string, template: Template): Slot | undefined =>
  template.slots.find((slot) =>
    slot.labels.some(
      (known) =>
        known ===
        label
          .trim()
          .toLowerCase()
          .replace(/^(?:the|my|our) /u, ''),
    ),
  )

/** "to: Sam; date: Friday", one on a line, or "the deadline is Friday". */
function byLabel(text: string, brief: Brief, template: Template): Brief | null {
  const found: Record<string, string> = {}
  const labels = template.slots.flatMap((slot) => slot.labels).map((label) => label.replace(/[^\p{L}\p{N} -]/gu, ''))
  const names = [...labels].sort((a, b) => b.length - a.length).join('|')
  const marked = new RegExp(
    `(?:^|[\\n;,.]|\\band\\b)\\s*(?:[-*•]|\\d{1,2}[.)])?\\s*(?:\\*\\*)?(?:the |my |our )?(${names})(?:\\*\\*)?\\s*(?::|=| is | are | will be | should be )\\s*`,
    'giu',
  )
  const matches = [...text.matchAll(marked)].slice(0, 20)
  for (const [index, match] of matches.entries()) {
    const slot = slotCalled(match[1] as string, template)
    const end = matches[index + 1]?.index ?? text.length
    const value = plain(text.slice(match.index + match[0].length, end))
      .replace(/(?:[;,.]|\band)\s*$/iu, '')
      .trim()
    if (slot && value) found[slot.name] = value.slice(0, 600)
  }
  return Object.keys(found).length > 0 ? { ...brief, facts: { ...brief.facts, ...found } } : null
}

/** Unlabelled answers fill the open questions in their order: "1. Sam 2. Friday", one a line, or a single answer. */
function inOrder(text: string, brief: Brief, template: Template): Brief | null {
  const open = missing(brief, template)
  if (open.length === 0) return null
  const lines = text
    .split('\n')
    .map((line) => plain(line))
    .filter(Boolean)
  const numbered = plain(text)
    .split(/(?:^|\s)\d{1,2}[.)]\s+/u)
    .map((part) => part.trim())
    .filter(Boolean)
  const semicolons = plain(text)
    .split(/\s*;\s*/u)
    .filter(Boolean)
  const commas = plain(text)
    .split(/\s*,\s+/u)
    .filter(Boolean)
  const parts =
    numbered.length > 1
      ? numbered
      : lines.length > 1
        ? lines
        : semicolons.length > 1
          ? semicolons
          : commas.length === open.length && open.length > 1
            ? commas
            : [plain(text)]
  const filled = parts.slice(0, open.length).map((part, index) => [
    (open[index] as Slot).name,
    part
      .replace(/^(?:to|for|by|on|at|it's|its|it is|about|with) (?=\S)/iu, '')
      .replace(/[.!;,]+$/u, '')
      .slice(0, 600),
  ])
  return { ...brief, facts: { ...brief.facts, ...Object.fromEntries(filled) } }
}
