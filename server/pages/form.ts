import { AppError } from '@atrium/contract/errors'
import { fieldsOf, holdsFiles, holdsId, type NamedField } from '@atrium/contract/field-facts'
import type { Action } from '@atrium/contract/module'
import { minorDigits } from '@atrium/domain/money/minor-units'
import { z } from 'zod'
import { issueOfForm, unreadable } from '../platform/http/issue-sentence.ts'
import { refusalIn } from '../platform/texts.ts'
import { readCell } from '../records/table/cell-values.ts'
import { type Html, html, ownMarkup } from './html.ts'
import type { Say } from './texts.ts'

/** A field that no person sees: what fills it in is a program. */
export const TRAP = 'website'
export const CHALLENGE = 'challenge'

/** The fields that a visitor can fill in: no row of the owner's, nobody, no file. */
export const askedOf = ({ input }: Pick<Action, 'input'>): NamedField[] =>
  input instanceof z.ZodObject
    ? fieldsOf({ schema: input }).filter((field) => !holdsId(field) && !holdsFiles(field))
    : []

const TYPES: Partial<Record<NamedField['kind'], string>> = {
  date: 'date',
  moment: 'datetime-local',
  email: 'email',
  url: 'url',
  phone: 'tel',
  colour: 'color',
}
const step = ({ kind, currency = 'EUR' }: NamedField): string =>
  kind === 'rating' ? '1' : kind === 'money' ? String(10 ** -minorDigits(currency)) : 'any'

/** Choices that are seen at once, as buttons of a radio, where one of them has to be taken. */
const FEW = 4
const isPicked = ({ kind, isRequired, options = [] }: NamedField) =>
  kind === 'choice' && isRequired && options.length > 0 && options.length <= FEW

function picks({ name, label, help, options = [] }: NamedField, chosen: string): Html {
  return html`<fieldset><legend dir="auto">${label} *</legend>${options.map(
    (one) =>
      html`<label class="pick"><input type="radio" name="${name}" value="${one.value}" required${one.value === chosen ? ownMarkup(' checked') : null}> <span dir="auto">${one.label}</span></label>`,
  )}${help ? html`<span class="help" dir="auto">${help}</span>` : null}</fieldset>`
}

function control(field: NamedField, value: string, say: Say): Html {
  const { name, kind, isRequired, options = [], most } = field
  const required = isRequired ? ownMarkup(' required') : null
  if (kind === 'longText' || kind === 'richText')
    return html`<textarea name="${name}" rows="5" maxlength="20000" dir="auto"${required}>${value}</textarea>`
  // As people write it on an envelope: its parts are read from its lines.
  if (kind === 'address')
    return html`<textarea name="${name}" rows="4" maxlength="600" dir="auto" autocomplete="street-address"${required}>${value}</textarea>`
  if (kind === 'choice')
    return html`<select name="${name}"${required}><option value="">${say('choose')}</option>${options.map(
      (one) =>
        html`<option value="${one.value}"${one.value === value ? ownMarkup(' selected') : null}>${one.label}</option>`,
    )}</select>`
  if (['number', 'money', 'quantity', 'percent', 'rating'].includes(kind))
    return html`<input type="number" name="${name}" step="${step(field)}"${kind === 'rating' ? html` min="1" max="${most ?? 5}"` : null} value="${value}"${required}>`
  return html`<input type="${TYPES[kind] ?? 'text'}" name="${name}" maxlength="2000" value="${value}" dir="auto"${required}>`
}

interface Shown {
  /** Where it is sent. */
  to: string
  title: string
  challenge: string
  /** What was typed, where it was refused. */
  typed: Readonly<Record<string, string>>
  refusal: string | null
  say: Say
  /** A field as its visitors call it. */
  called: (field: NamedField) => NamedField
}

/** A form that works without scripts; the browser itself says in its own language what is missing. */
export function formMarkup(
  action: Pick<Action, 'input'>,
  { to, title, challenge, typed, refusal, say, called }: Shown,
): Html {
  const fields = askedOf(action).map(called)
  const rows = fields.map((field) => {
    if (isPicked(field)) return picks(field, typed[field.name] ?? '')
    return field.kind === 'checkbox'
      ? html`<label class="box"><input type="checkbox" name="${field.name}" value="yes"${typed[field.name] ? ownMarkup(' checked') : null}> ${field.label}</label>`
      : html`<label><span dir="auto">${field.label}${field.isRequired ? ' *' : ''}</span>${control(field, typed[field.name] ?? '', say)}${
          field.help ? html`<span class="help" dir="auto">${field.help}</span>` : null
        }</label>`
  })
  return html`<section><h2 dir="auto">${title}</h2>${refusal ? html`<p role="alert" dir="auto">${refusal}</p>` : null}
<form method="post" action="${to}">${rows}
<div class="trap" aria-hidden="true"><label>${say('trap')}<input name="${TRAP}" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="${CHALLENGE}" value="${challenge}">
<div class="row"><button class="primary" type="submit">${say('send')}</button></div></form></section>`
}

/** The input of the action that a form's fields are. Throws `bad_request` where one cannot be read. */
export function readForm(
  action: Pick<Action, 'input'>,
  typed: Readonly<Record<string, string>>,
  timeZone: string,
  called: (field: NamedField) => NamedField,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const field of askedOf(action)) {
    const text = (typed[field.name] ?? '').trim()
    if (field.kind === 'checkbox') input[field.name] = text !== ''
    if (field.kind === 'checkbox' || text === '') continue
    const value = readCell(text, field, { order: 'ymd', decimal: '.', timeZone })
    if (value === null)
      throw new AppError(
        'bad_request',
        unreadable(called(field).label, `“${text.slice(0, 60)}” cannot be read as ${field.label}.`),
      )
    input[field.name] = value
  }
  return input
}

/**
 * What a form was refused for, in the page's language. Where its schema refuses it, the field is called as its visitors call it: the
 * schema's own sentences are English.
 */
export function formRefusal(
  action: Pick<Action, 'input'>,
  { error, input }: { error: AppError; input: Record<string, unknown> | null },
  { language, called }: { language: string; called: (field: NamedField) => NamedField },
): string {
  const isOfSchema = error.code === 'bad_request' && Array.isArray(error.details?.fields) && language !== 'en'
  const issue = isOfSchema && input ? action.input.safeParse(input).error?.issues[0] : undefined
  const field = issue && askedOf(action).find(({ name }) => name === String(issue.path[0]))
  if (!issue || !field) return refusalIn(error, language)
  return issueOfForm(issue, called(field).label, input?.[field.name] === undefined, language)
}
