import type { Module, ModuleInfo } from '@atrium/contract/module'
import type { z } from 'zod'
import type { ModelTool } from '../models/model.ts'
import { asJsonSchema } from '../platform/http/openapi-schema.ts'

/** JSON Schema of what an action takes. What has no JSON Schema (a custom check) is left open: the server parses anyway. */
export function inputSchema(schema: z.ZodType): Record<string, unknown> {
  return asJsonSchema(schema, 'input')
}

/** A module without its machinery, as GET /api/modules shows it. */
export function published({ collections: _, actions, imports = {}, exports = {}, ...entry }: Module): ModuleInfo {
  const options = (schema: z.ZodType | undefined) => (schema ? inputSchema(schema) : null)
  return {
    ...entry,
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
          says: [...(action.says ?? [])],
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
    Object.entries(module.actions).map(([name, action]) => ({
      name: toolName(module.id, name),
      description: `${module.title}: ${action.summary}`,
      parameters: inputSchema(action.input),
    })),
  )
}
