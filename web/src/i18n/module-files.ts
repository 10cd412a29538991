export interface ModuleTexts<T extends object = object> {
  id: string
  english: T
  /** By `../texts/<tag>.json`. */
  files: Record<string, () => Promise<unknown>>
}

/** Before a module's id it makes the name of its namespace. */
export const MODULES = 'modules/'
