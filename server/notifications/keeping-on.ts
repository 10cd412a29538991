/** Work that is done one at a time: whoever wakes it meanwhile has it done once more afterwards. */
export function keepingOn(work: () => Promise<void>, failed: (error: unknown) => void) {
  let atIt: Promise<void> | null = null
  let isAgain = false
  async function go() {
    do {
      isAgain = false
      await work().catch(failed)
    } while (isAgain)
    atIt = null
  }
  return {
    wake(): void {
      isAgain = true
      atIt ??= go()
    },
    settled: async () => atIt ?? undefined,
  }
}
