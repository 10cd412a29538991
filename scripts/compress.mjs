// Writes .br and .gz beside every text file of a folder, for the server to send as they are.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.map', '.txt', '.wasm'])
const visit = (path) => {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path)) visit(join(path, name))
  } else if (TEXT.has(extname(path)) && statSync(path).size > 512) {
    const data = readFileSync(path)
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(data, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
      }),
    )
    writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }))
  }
}
visit(process.argv[2])
