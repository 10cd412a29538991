import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import type { FieldFacts } from '@atrium/contract/field-facts'
import type { Action, Module } from '@atrium/contract/module'
import { textAt } from '@atrium/contract/texts'
import { z } from 'zod'
import { textsIn } from '../platform/texts.ts'

const folders = new WeakMap<Module, URL>()
const made = new WeakMap<Module, Map<string, Module>>()

/** Where the module's texts lie. */
export function standsIn(module: Module, folder: string): void {
  folders.set(module, pathToFileURL(join(folder, 'texts/')))
}

/** Sentences in this language that mean the module's actions, from its `examples/<tag>.json`, by action. */
export function examplesIn(module: Module, tag: string): Readonly<Record<string, readonly string[] | undefined>> {
  const folder = folders.get(module)
  const said = folder ? (textsIn(new URL('../examples/', folder), tag) as Record<string, unknown>) : {}
  return Object.fromEntries(
    Object.entries(said).flatMap(([action, sentences]) =>
      Array.isArray(sentences) ? [[action, sentences.map(String)]] : [],
    ),
  )
}

/** Words by action, field and value: `{ "changeCategory": { "hidden": { "true": ["hide"] } } }`. */
const Implied = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.array(z.string()))))
export type Implied = z.infer<typeof Implied>[string]

/** Words of this language that say the value of an action's field wherever they stand, from the module's `implied/<tag>.json`, by action. */
export function impliedIn(module: Module, tag: string): Readonly<Record<string, Implied | undefined>> {
  const folder = folders.get(module)
  return folder ? (Implied.safeParse(textsIn(new URL('../implied/', folder), tag)).data ?? {}) : {}
}

/**
 * A module as people see it who read this language: its title, summaries and what it tells. What nobody has translated stays English,
 * and what programs read (schemas, sentences that mean an action) is the same.
 */
export function inLanguage(module: Module, tag: string): Module {
  const language = ownLanguage(tag)
  const folder = folders.get(module)
  if (!folder || language === 'en') return module
  const known = made.get(module) ?? new Map<string, Module>()
  made.set(module, known)
  const shown = known.get(language) ?? translated(module, folder, language)
  if (shown !== module) known.set(language, shown)
  return shown
}

/** A field as people who read this language call it, with its help and its choices. */
export function fieldIn<F extends FieldFacts>(module: Module, tag: string, field: F): F {
  const language = ownLanguage(tag)
  const folder = folders.get(module)
  const path = field.key?.startsWith(`${module.id}:`) ? field.key.slice(module.id.length + 1) : undefined
  if (!folder || path === undefined || language === 'en') return field
  const texts = textsIn(folder, language)
  const word = (group: string, behind = '') => textAt(texts, `module.${group}.${path}${behind}`)
  return {
    ...field,
    label: word('fields') ?? field.label,
    ...(field.help && { help: word('help') ?? field.help }),
    ...(field.options && {
      options: field.options.map((one) => ({ ...one, label: word('options', `.${one.value}`) ?? one.label })),
    }),
  }
}

function translated(module: Module, folder: URL, language: string): Module {
  const texts = textsIn(folder, language)
  if (Object.keys(texts).length === 0) return module
  const word = (key: string, english: string) => textAt(texts, `module.${key}`) ?? english
  const each = <T>(of: Readonly<Record<string, T>> | undefined, change: (one: T, name: string) => T) =>
    of && Object.fromEntries(Object.entries(of).map(([name, one]) => [name, change(one, name)]))
  const told = (name: string, resultTemplate: Action['resultTemplate']): Action['resultTemplate'] => {
    if (typeof resultTemplate !== 'object') return resultTemplate && word(`resultTemplate.${name}`, resultTemplate)
    const { none, each: row, after } = resultTemplate
    const at = `resultTemplate.${name}`
    return {
      ...resultTemplate,
      none: word(`${at}.none`, none),
      each: word(`${at}.each`, row),
      ...(after && { after: word(`${at}.after`, after) }),
    }
  }
  const summarised =
    <T extends { summary: string }>(group: string) =>
    (one: T, name: string): T => ({
      ...one,
      summary: word(`${group}.${name}`, one.summary),
    })
  return {
    ...module,
    title: word('title', module.title),
    summary: word('summary', module.summary),
    actions: each(module.actions, (one, name) => ({
      ...one,
      summary: word(`actions.${name}`, one.summary),
      resultTemplate: told(name, one.resultTemplate),
    })) as Module['actions'],
    imports: each(module.imports, summarised('imports')),
    exports: each(module.exports, summarised('exports')),
    jobs: each(module.jobs, summarised('jobs')),
    notifications: each(module.notifications, (one, name) => ({
      ...one,
      title: word(`notifications.${name}`, one.title),
    })),
    secrets: each(module.secrets, (one, name) => ({
      ...one,
      title: word(`secrets.${name}.title`, one.title),
      ...(one.summary && { summary: word(`secrets.${name}.summary`, one.summary) }),
    })),
  }
}
