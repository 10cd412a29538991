import { type FieldFacts, factsOf } from './field-facts.ts'
import type { Action, Module } from './module.ts'
import type { Texts } from './texts.ts'

type Words = Record<string, string | Texts>

const noneEmpty = (words: Record<string, Texts | string | undefined>): Words =>
  Object.fromEntries(
    Object.entries(words).filter(
      ([, one]) => one !== undefined && (typeof one !== 'object' || Object.keys(one).length > 0),
    ),
  ) as Words

const each = <T>(of: Readonly<Record<string, T>> = {}, words: (one: T, name: string) => string | Texts | undefined) =>
  noneEmpty(Object.fromEntries(Object.entries(of).map(([name, one]) => [name, words(one, name)])))

/** What the core writes for a module is not the module's to translate. */
const isOfCore = (name: string) => name === 'settings' || name === 'changeSettings'

/**
 * Every word by which a module is shown, as its declaration has it in English, by the keys under which `texts/<tag>.json` has it in
 * another language, below `module`: `title`, `actions.add`, `fields.accounts.name`, `options.accounts.kind.cash`.
 */
export function wordsOf(module: Module): Words {
  const { id, title, summary, settings, actions, imports, exports, jobs, notifications, secrets, collections } = module
  const own = Object.fromEntries(Object.entries(actions).filter(([name]) => !settings || !isOfCore(name)))
  const schemas: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(collections)) schemas[name] = schema
  for (const [name, { input }] of Object.entries(own)) schemas[name] ??= input
  const ofFields = (words: (facts: FieldFacts) => string | Texts | undefined) =>
    each(schemas, (schema, of) =>
      each((schema as { shape?: Record<string, never> }).shape, (one, name) => {
        const facts = factsOf(one)
        return facts?.key === `${id}:${of}.${name}` ? words(facts) : undefined
      }),
    )
  return noneEmpty({
    title,
    summary,
    actions: each(own, (action) => action.summary),
    resultTemplate: each(own, ({ resultTemplate }: Action) =>
      typeof resultTemplate === 'object'
        ? noneEmpty({ none: resultTemplate.none, each: resultTemplate.each, after: resultTemplate.after })
        : resultTemplate,
    ),
    fields: ofFields(({ label }) => label),
    help: ofFields(({ help }) => help),
    options: ofFields(({ options = [] }) =>
      // What stands for itself in every language (a letter, a code) is nobody's to translate.
      Object.fromEntries(
        options.filter(({ value, label }) => value !== label).map(({ value, label }) => [value, label]),
      ),
    ),
    imports: each(imports, (one) => one.summary),
    exports: each(exports, (one) => one.summary),
    jobs: each(jobs, (one) => one.summary),
    notifications: each(notifications, (one) => one.title),
    secrets: each(secrets, (one) => noneEmpty({ title: one.title, summary: one.summary })),
  })
}
