// Counts the seconds on standard output while the process that started it is blocked, and ends with it.
// With a terminal it rewrites one line each second; otherwise it writes a line every ten.
const isTerminal = process.stdout.isTTY
const every = isTerminal ? 1 : 10 // seconds
const began = performance.now()
setInterval(() => {
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(isTerminal ? `\r  … ${seconds} s` : `  … ${seconds} s\n`)
}, every * 1000)
process.stdin.on('end', () => process.exit()).resume()
