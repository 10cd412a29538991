/** Downloads what is at an address. The cookie goes along; the answer's own name is the file's. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
