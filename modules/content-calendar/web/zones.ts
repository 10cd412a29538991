/** Every zone that Intl knows, those that are likely first. */
export function zoneOptions(likely: readonly string[]): { value: string; label: string }[] {
  const first = [...new Set([...likely, 'UTC'])]
  const rest = Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone))
  return [...first, ...rest].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
