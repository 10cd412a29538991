/** The language that a caller asks for first (BCP 47), as their page or their browser says it; English when they do not say. */
export function languageOf(request: Request): string {
  const first = request.headers.get('accept-language')?.split(',')[0]?.split(';')[0]?.trim()
  return first && isLocale(first) ? first : 'en'
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
