export const whole: readonly string[]
export const unfinished: readonly string[]
export const modules: readonly string[]
export const languages: readonly string[]
export function englishOf(id: string): Promise<Map<string, string>>
export function textsOf(id: string, language: string): Map<string, string>
export function moduleProblems(id: string, language: string): Promise<string[]>
export function unusedOf(id: string): string[]
