/** `Spring course 2026` as `spring-course-2026`, for names in addresses; `instead` when nothing is left. */
export const slugOf = (text: string, instead: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '') || instead
