/** A file that somebody sends to hurt: it is made when it is asked for, always of the same bytes. */
export interface HostileFile {
  /** Its ending says which calls would take it as it is. */
  name: string
  /** What it tries. */
  why: string
  bytes: () => Buffer
  /** Among the dozen that `npm test` sends: each froze or ended the server once, or stands for its kind. */
  worst?: true
}

export const hostile = (name: string, why: string, bytes: () => Buffer | string): HostileFile => ({
  name,
  why,
  bytes: () => {
    const made = bytes()
    return typeof made === 'string' ? Buffer.from(made) : made
  },
})

export const worst = (name: string, why: string, bytes: () => Buffer | string): HostileFile => ({
  ...hostile(name, why, bytes),
  worst: true,
})

export const MB = 1024 * 1024

/** `count` pieces, each made of its number. */
export const many = (count: number, piece: (at: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join(between)
