/** Addresses that a text may lead to. */
export const isLink = (address: string): boolean => /^(?:https?:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(address)

/** Where the picture of a text is. Any other address than that of a file of ours is none: nothing is fetched from elsewhere. */
export const pictureUrl = (src: unknown): string | null => {
  const [, id] = /^file:([\w-]{1,64})$/.exec(String(src ?? '')) ?? []
  return id ? `/api/files/${id}` : null
}
