const isHighHalf = (code: number) => code >= 0xd800 && code <= 0xdbff

/** The first `length` UTF-16 units, one fewer where the cut would go through a surrogate pair. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, text.length > length && isHighHalf(text.charCodeAt(length - 1)) ? length - 1 : length)
