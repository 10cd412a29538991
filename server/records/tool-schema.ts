type Json = Record<string, unknown>

/** A JSON Schema without what is ours alone (`x-…`): not every provider takes keywords that it does not know. */
export function toolSchema<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(toolSchema) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const own = Object.entries(schema as Json).filter(([key]) => !key.startsWith('x-'))
  return Object.fromEntries(own.map(([key, value]) => [key, toolSchema(value)])) as T
}
