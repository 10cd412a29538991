/** A flag's value by its name, as the setting FEATURES gives them. */
export type Features = Readonly<Record<string, string>>

const ON: readonly string[] = ['1', 'true', 'yes', 'on']

/** Spec 5: a flag is on when its value is 1, true, yes or on; a command without a flag needs none. */
export const isFlagOn = (features: Features, flag: string | undefined): boolean =>
  flag === undefined || (Object.hasOwn(features, flag) && ON.includes((features[flag] ?? '').trim().toLowerCase()))

/** `threaded-chat=on,new-table=off`; a name alone is on. */
export function readFeatures(text: string): Features {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [name = '', ...value] = part.split('=')
      return [name.trim(), value.length === 0 ? 'on' : value.join('=').trim()] as const
    })
  return Object.fromEntries(pairs)
}

/** Every flag that the catalogue knows, and what it shows. */
export const featureFlags: Readonly<Record<string, string>> = {
  'threaded-chat': 'The page with several conversations beside each other, among the commands.',
}
