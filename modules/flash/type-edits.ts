import type { TextKey } from '@atrium/contract/texts'
import type { NoteType } from './records.ts'
import { cardsOf, clozeFields, fieldsNamedIn } from './templates.ts'

import type en from './texts/en.json'

/** What a template may name besides the fields. */
const SPECIAL = new Set(['Tags', 'Type', 'Deck', 'Subdeck', 'Card', 'CardFlag', 'FrontSide'])

type Shape = Pick<NoteType, 'kind' | 'fields' | 'templates'>

const alike = (names: readonly string[]) =>
  names.find((name, at) => names.slice(0, at).some((one) => one.toLowerCase() === name.toLowerCase()))

/** What is wrong, by its key among what the server says. */
export interface Fault {
  key: TextKey<(typeof en)['server']>
  values: Readonly<Record<string, string>>
}

const fault = (key: Fault['key'], values: Fault['values'] = {}): Fault => ({ key, values })

function faultOfField(name: string): Fault | null {
  if (name.trim() === '') return fault('fieldWithoutName')
  if (/[:{}"]/.test(name)) return fault('fieldSigns', { name })
  if (/^[#^/]/.test(name)) return fault('fieldStart', { name })
  return SPECIAL.has(name) ? fault('fieldReserved', { name }) : null
}

/** Sections that begin and do not end, or end and have not begun. */
function openSection(template: string): string | null {
  const open: string[] = []
  for (const [, sign, name] of template.matchAll(/\{\{\s*([#^/])\s*([^{}]*?)\s*\}\}/g)) {
    if (sign !== '/') open.push(name ?? '')
    else if (open.pop() !== name) return name ?? ''
  }
  return open.at(-1) ?? null
}

function faultOfTemplate({ name: card, front, back }: NoteType['templates'][number], { kind, fields }: Shape) {
  const known = new Set([...fields, ...SPECIAL])
  for (const side of [front, back]) {
    const open = openSection(side)
    if (open !== null) return fault('openSection', { card, name: open })
    const unknown = fieldsNamedIn(side).find((one) => !known.has(one) && !/^c\d+$/.test(one))
    if (unknown !== undefined) return fault('unknownField', { card, name: unknown })
  }
  if (kind === 'cloze')
    return clozeFields([{ front }]).length > 0
      ? null
      : fault('frontWithoutGap', { card, gap: `{{cloze:${fields[0]}}}` })
  return fieldsNamedIn(front).some((one) => fields.includes(one)) ? null : fault('frontWithoutField', { card })
}

/** Why notes could not be kept or asked by this type; null when they can. */
export function faultOfType(type: Shape): Fault | null {
  if (type.fields.length === 0) return fault('typeWithoutField')
  if (type.templates.length === 0) return fault('typeWithoutCard')
  const twice = alike(type.fields) ?? alike(type.templates.map(({ name }) => name))
  const ofFields = type.fields.map(faultOfField).find((one) => one !== null)
  if (ofFields) return ofFields
  if (twice !== undefined) return fault('twoOfName', { name: twice })
  if (type.templates.some(({ name }) => name.trim() === '')) return fault('cardWithoutName')
  if (type.kind === 'cloze' && type.templates.length > 1) return fault('oneCardOfGaps')
  const ofCards = type.templates.map((one) => faultOfTemplate(one, type)).find((one) => one !== null)
  if (ofCards) return ofCards
  const fronts = type.templates.map(({ front }) => front.replace(/\s+/g, ' ').trim())
  const same = fronts.findIndex((front, at) => fronts.indexOf(front) < at)
  if (same < 0) return null
  const [card, other] = [type.templates[same], type.templates[fronts.indexOf(fronts[same] as string)]]
  return fault('sameFront', { card: card?.name ?? '', other: other?.name ?? '' })
}

const TAG = /\{\{(?!c\d+::)([^{}]*)\}\}/g

/** The template with a field under its new name wherever it is named; without it where `to` is null: a section of it keeps what is in it. */
export function withRenamed(template: string, from: string, to: string | null): string {
  return template.replace(TAG, (whole, inside: string) => {
    const [, lead = '', name = ''] = /^(\s*(?:[#^/]\s*)?(?:[^{}:]*:)*\s*)([^{}:]*?)\s*$/.exec(inside) ?? []
    if (name !== from) return whole
    return to === null ? '' : `{{${lead}${to}}}`
  })
}

/** Where something stood before; null when it is new. */
export type Places = readonly (number | null)[]

/** Whether these places, out of `count`, leave all where it was. */
export const isAsBefore = (places: Places, count: number): boolean =>
  places.length === count && places.every((place, at) => place === at)

/** Which of a note's cards stay, each under its new number, and which numbers it has then. */
export function cardsAfter(
  type: NoteType,
  fields: readonly string[],
  templates: Places,
): { wanted: number[]; numberOf: (ord: number) => number | null } {
  const isCloze = type.kind === 'cloze'
  return {
    wanted: cardsOf(type, fields),
    numberOf: (ord) => {
      if (isCloze) return ord
      const at = templates.indexOf(ord)
      return at < 0 ? null : at
    },
  }
}
