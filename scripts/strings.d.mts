export const unfinished: readonly string[]
export const unfinishedFurther: readonly string[]
export const namespaces: readonly string[]
export function stringsOf(language: string, namespace: string): Map<string, string> | null
export function formsOf(language: string): string[]
export function glossaryOf(language: string): Record<string, { as: string; forms: string[]; except?: string[] }> | null
export function problemsOf(language: string, namespace: string): string[]
export function sentencesInSource(): string[]
export function textsInCatalogue(): Promise<string[]>
