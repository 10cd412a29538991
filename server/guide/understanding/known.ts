import type { Module } from '@atrium/contract/module'
import { examplesIn } from '../../records/module-texts.ts'
import { type Field, fieldsOf } from '../actions/fields.ts'
import { referenceOf } from '../actions/reference.ts'
import { type Target, targetsOf } from '../actions/targets.ts'
import type { GuideLanguage, Intent, SlotKind } from '../intents/intent.ts'
import type { Meant } from './matcher.ts'

/** How the words for a slot are told from others. */
export type Kind = SlotKind | 'choice' | 'word'

/** Something that can be meant, in one language. */
export interface Known extends Meant {
  /** The action of a module that it is, or else the Guide's own intent. */
  target: Target | null
  intent: Intent | null
  /** It is about something that is there already, which it finds by its name. */
  isAboutOne: boolean
  kindOf(slot: string): Kind
  /** Of a choice. */
  optionsOf(slot: string): readonly string[]
}

const MONEY = /^(?:amount|balance|price|cost|total|sum|budget)$/u
/** A text of so few letters is one word: a currency, a colour. */
const SHORT = 12
const DAY = /^(?:when|due|date|day|on|until|since|start|end)$/u

/** How the words for a field are told. */
export function kindOf(field: Field | undefined): Kind {
  switch (field?.kind) {
    case 'number':
    case 'integer':
      return MONEY.test(field.name) ? 'money' : 'number'
    case 'currency':
      return 'word'
    case 'date':
    case 'month':
    case 'datetime':
      return 'date'
    case 'choice':
      return 'choice'
    case 'string':
      if (MONEY.test(field.name)) return 'money'
      if (field.longest !== null && field.longest <= SHORT) return 'word'
      return DAY.test(field.name) ? 'date' : 'text'
    default:
      return 'text'
  }
}

/** What stands for a slot where sentences are compared as a whole. */
export const TOKENS: Readonly<Record<Kind, string>> = {
  ...{
    number: 'NUMBER',
    numbers: 'NUMBER',
    percent: 'PERCENT',
    money: 'MONEY',
    quantity: 'QUANTITY',
    duration: 'DURATION',
  },
  ...{ date: 'DATE', moment: 'DATE', block: 'TEXT', text: 'TEXT', choice: 'CHOICE', word: 'TEXT' },
}

/** Everything that sentences in a language can mean. */
export function knownIn(modules: readonly Module[], intents: readonly Intent[], language: GuideLanguage): Known[] {
  const actions = targetsOf(modules).flatMap((target): Known[] => {
    const own = examplesIn(target.module, language)[target.name] ?? []
    const examples = language === 'en' ? [...(target.action.examples ?? []), ...own] : own
    if (examples.length === 0) return []
    const fields = fieldsOf(target.action)
    const fieldOf = (slot: string) => fields.find(({ name }) => name === slot)
    return [
      {
        id: target.id,
        examples,
        target,
        intent: null,
        isAboutOne: referenceOf(target) !== null,
        kindOf: (slot) => kindOf(fieldOf(slot)),
        tokenOf: (slot) => TOKENS[kindOf(fieldOf(slot))],
        optionsOf: (slot) => [...(fieldOf(slot)?.said.keys() ?? [])],
      },
    ]
  })
  const own = intents.flatMap((intent): Known[] => {
    const examples = intent.examples[language] ?? []
    return examples.length === 0
      ? []
      : [
          {
            id: intent.id,
            examples,
            target: null,
            intent,
            isAboutOne: false,
            kindOf: (slot) => intent.slots[slot]?.kind ?? 'text',
            tokenOf: (slot) => TOKENS[intent.slots[slot]?.kind ?? 'text'],
            optionsOf: () => [],
          },
        ]
  })
  return [...actions, ...own]
}
