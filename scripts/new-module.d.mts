export function makeModule(id: string, folder?: string): string[]
