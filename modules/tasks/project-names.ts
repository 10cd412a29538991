/** What people take for the same project: `#kitchen-renovation` is “Kitchen renovation”. */
export const projectKey = (name: string): string => name.normalize('NFC').trim().toLowerCase().replace(/\s+/g, '-')

/** Its name in one word, for formats that end a name at a blank. */
export const projectWord = (name: string): string => name.trim().replace(/\s+/g, '-')
