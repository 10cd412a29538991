// A GitHub Actions workflow, read by its lines: its mappings by indentation, without anchors and flow maps, which the product
// says. docs.github.com, "Workflow syntax for GitHub Actions".

export interface Line {
  /** From 1. */
  number: number
  /** Columns before the first character; a list's dash counts as two. */
  indent: number
  key: string
  value: string
  /** Keys of the mappings around it, the outermost first. */
  path: readonly string[]
  /** As in the file. */
  text: string
}

/** Characters of a line that are read. */
const LINE_MAX = 2_000

/** The lines that say something, with what they stand in. Text of a block scalar (`run: |`) belongs to its key. */
export function workflowLines(text: string): Line[] {
  const lines: Line[] = []
  let around: { indent: number; key: string }[] = []
  let block: { indent: number; path: readonly string[] } | null = null
  let item = 0
  for (const [at, whole] of text.split(/\r?\n/).slice(0, 5_000).entries()) {
    const raw = whole.slice(0, LINE_MAX)
    if (!raw.trim()) continue
    const indent = raw.length - raw.trimStart().length
    if (block && indent > block.indent) {
      lines.push({ number: at + 1, indent, key: '', value: raw.trim(), path: block.path, text: raw })
      continue
    }
    block = null
    if (raw.trimStart().startsWith('#')) continue
    const isItem = /^\s*-(\s|$)/.test(raw)
    const deep = isItem ? indent + 2 : indent
    const [, key = '', said = ''] = /^\s*(?:-\s+)?["']?([\w.$-]+)["']?\s*:(?:\s+(.*))?$/.exec(raw) ?? []
    const value = key ? unquoted(said) : unquoted(raw.replace(/^\s*-?\s*/, ''))
    around = around.filter((one) => one.indent < (isItem ? indent + 1 : indent))
    if (isItem) {
      item++
      around.push({ indent: indent + 1, key: `[${item}]` })
    }
    const path = around.map((one) => one.key)
    lines.push({ number: at + 1, indent: deep, key, value, path, text: raw })
    if (!key) continue
    if (/^[|>][+-]?\d?\s*(#.*)?$/.test(value)) block = { indent: deep, path: [...path, key] }
    else if (value === '') around.push({ indent: deep, key })
  }
  return lines
}

const unquoted = (text: string): string => {
  const bare = text.trim().replace(/\s+#.*$/, '')
  return /^(["']).*\1$/.test(bare) ? bare.slice(1, -1) : bare
}
