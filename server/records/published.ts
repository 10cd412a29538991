import type { Action, Module } from '@atrium/contract/module'
import type { ModuleInfo, ModuleSummary } from '@atrium/contract/module-shown'
import { z } from 'zod'
import type { ModelTool } from '../models/model.ts'
import { asJsonSchema } from '../platform/http/openapi-schema.ts'
import { toolSchema } from './tool-schema.ts'

const made = new WeakMap<z.ZodType, Record<string, unknown>>()

/**
 * JSON Schema of what an action takes, made when it is first asked for. What has no JSON Schema (a custom check) is left open:
 * the server parses anyway.
 */
export function inputSchema(schema: z.ZodType): Record<string, unknown> {
  const known = made.get(schema) ?? asJsonSchema(schema, 'input')
  made.set(schema, known)
  return known
}

/** Without making its JSON Schema, where that is not needed to know it. */
const takesNothing = ({ input }: Action): boolean =>
  input instanceof z.ZodObject
    ? Object.keys(input.shape).length === 0
    : Object.keys((inputSchema(input).properties ?? {}) as object).length === 0

/** A module in a few words, as GET /api/modules shows it. */
export function summarised({
  collections,
  actions,
  imports,
  exports,
  jobs,
  listens,
  settings,
  dav: _,
  pages: __,
  ...entry
}: Module): ModuleSummary {
  const all = Object.entries(actions)
  const asked = all.filter(([, { examples = [], triggers = [] }]) => examples.length > 0 || triggers.length > 0)
  const sayings = asked.flatMap(([name, { examples = [], triggers = [] }]) => {
    const [first] = examples
    return first === undefined || triggers.length > 0 ? [] : [[name, first.replace(/\s*\{.*$/, '')] as const]
  })
  return {
    ...entry,
    hasSettings: settings !== undefined,
    effects: [...new Set(all.map(([, { effect }]) => effect))],
    wordless: asked.flatMap(([name, action]) => (takesNothing(action) ? [name] : [])),
    sayings: Object.fromEntries(sayings),
  }
}

/** A module without its machinery, as GET /api/modules/:id shows it. */
export function published({
  collections: _,
  jobs: __,
  listens: ___,
  actions,
  imports = {},
  exports = {},
  settings,
  dav: ____,
  pages: _____,
  ...entry
}: Module): ModuleInfo {
  const options = (schema: z.ZodType | undefined) => (schema ? inputSchema(schema) : null)
  return {
    ...entry,
    hasSettings: settings !== undefined,
    imports: Object.fromEntries(
      Object.entries(imports).map(([name, { summary, accepts, options: schema }]) => [
        name,
        { summary, accepts: [...accepts], options: options(schema) },
      ]),
    ),
    exports: Object.fromEntries(
      Object.entries(exports).map(([name, { summary, extension, options: schema }]) => [
        name,
        { summary, extension, options: options(schema) },
      ]),
    ),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [
        name,
        {
          summary: action.summary,
          effect: action.effect,
          triggers: [...(action.triggers ?? [])],
          examples: [...(action.examples ?? [])],
          input: inputSchema(action.input),
        },
      ]),
    ),
  }
}

/** Module ids have no underscore, so the first one parts the module from its action. */
export const toolName = (module: string, action: string): string => `${module}_${action}`
export const actionOfTool = (tool: string): string => tool.replace('_', '.')

/** Every action as a model's tool. */
export function toolsFor(modules: readonly Module[]): ModelTool[] {
  return modules.flatMap((module) =>
    Object.entries(module.actions)
      .filter(([, { notATool }]) => !notATool)
      .map(([name, action]) => ({
        name: toolName(module.id, name),
        description: `${module.title}: ${action.summary}`,
        get parameters() {
          return toolSchema(inputSchema(action.input))
        },
      })),
  )
}
