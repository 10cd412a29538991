// Writes server/accounts/common-passwords.txt from the list of @zxcvbn-ts/language-common (MIT), which has about 49,000 of
// the commonest passwords, the commonest first. Of them those are kept that are long enough to be chosen here at all: the
// shorter ones are refused for their length. The package is fetched for this alone and is no dependency:
//   npm pack @zxcvbn-ts/language-common@4.1.3 && tar -xzf zxcvbn-ts-language-common-4.1.3.tgz
//   node scripts/common-passwords.mjs package/src/passwords.json
import { readFileSync, writeFileSync } from 'node:fs'

/** Characters; the least that contract/accounts.ts asks of a password. */
const SHORTEST = 10

const [, , from] = process.argv
if (!from) {
  process.stderr.write('Say where passwords.json is: node scripts/common-passwords.mjs package/src/passwords.json\n')
  process.exit(1)
}
const all = JSON.parse(readFileSync(from, 'utf8')).map((password) => password.normalize('NFKC').toLowerCase())
const kept = [...new Set(all.filter((password) => password.length >= SHORTEST))]
const head = `# The ${kept.length} of the ${all.length} commonest passwords that have at least ${SHORTEST} characters, the commonest first.
# From @zxcvbn-ts/language-common 4.1.3, src/passwords.json (https://github.com/zxcvbn-ts/zxcvbn); made by scripts/common-passwords.mjs.
# MIT License. Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.; copyright (c) 2021 @zxcvbn-ts.
# Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
# files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
# modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
# Software is furnished to do so, subject to the following conditions: the above copyright notice and this permission notice
# shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY
# OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR
# PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
# LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR
# THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
writeFileSync(new URL('../server/accounts/common-passwords.txt', import.meta.url), `${head}${kept.join('\n')}\n`)
process.stdout.write(`${kept.length} of ${all.length} passwords written.\n`)
