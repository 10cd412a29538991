export function whyRefused(facts: {
  said: string
  npm: string | null
  free?: number
  proxy?: string
  folder: string
}): string
