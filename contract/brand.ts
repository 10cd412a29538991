/** The product's name and the prefix of everything stored or routed under it. A deployment renames the product here. */
export const brand = { name: 'Atrium', prefix: 'atrium' } as const

/** A product-prefixed storage key or cookie name: `atrium_mode`. */
export const prefixed = (name: string): string => `${brand.prefix}_${name}`
