import { Lexer } from 'marked'

/** A definition of a link or a footnote: it changes how other blocks read, so a text with one is rendered as a whole. */
const definition = /^ {0,3}\[[^\]\n]+\]:/m
const hasDefinition = (text: string) => text.includes(']:') && definition.test(text)

const mathFences = (text: string): number => text.replace(CODE, '').split('$$').length - 1

interface Lexed {
  blocks: string[]
  /** Whether the last block ends outside of a display formula. */
  balanced: boolean
}

/** Cuts Markdown into its top-level blocks: joined they are the text again, and each renders by itself as it does in the whole. */
export function markdownBlocks(text: string): string[] {
  return hasDefinition(text) ? [text] : lex(text).blocks
}

function lex(text: string): Lexed {
  const blocks: string[] = []
  let balanced = true
  // Marked is used for its block boundaries alone: what it would make of the text inside a block costs time and is not needed.
  for (const token of new Lexer({ gfm: true }).blockTokens(text)) {
    const last = blocks.length - 1
    if (token.type === 'space' || !balanced) {
      if (last < 0) blocks.push(token.raw)
      else blocks[last] += token.raw
    } else blocks.push(token.raw)
    if (token.type !== 'code' && mathFences(token.raw) % 2 === 1) balanced = !balanced
  }
  return { blocks, balanced }
}

/**
 * The same for a text that grows: blocks before the last two are kept as they were, so that a long reply costs as much
 * per piece as a short one.
 */
export function growingBlocks(): (text: string) => string[] {
  let known = ''
  let blocks: string[] = []
  return (text) => {
    if (text === known) return blocks
    const grew = blocks.length > 2 && text.startsWith(known)
    known = text
    if (hasDefinition(text)) {
      blocks = [text]
      return blocks
    }
    const kept = grew ? blocks.slice(0, -2) : []
    const start = kept.reduce((sum, block) => sum + block.length, 0)
    blocks = [...kept, ...lex(text.slice(start)).blocks]
    return blocks
  }
}

/** Whether a block is a code fence that has not been closed yet. */
export function isOpenFence(block: string): boolean {
  const opening = /^ {0,3}(`{3,}|~{3,})/.exec(block)
  if (!opening) return false
  const fence = opening[1] as string
  const closing = new RegExp(`\\n {0,3}${fence[0]}{${fence.length},}[ \\t]*\\n*$`)
  return !closing.test(block)
}

export const isOpenFormula = (block: string): boolean =>
  !/^ {0,3}(`{3,}|~{3,})/.test(block) && mathFences(block) % 2 === 1

/** Whether a block may hold a formula; KaTeX is loaded for nothing less. */
export const mayHoldMath = (block: string): boolean => /\$\$|\\\(|\\\[|\$[^\s$]|^ {0,3}(`{3,}|~{3,})math\b/m.test(block)

/**
 * Writes every way models set formulas as remark-math's double dollars. A single dollar opens a formula only by Pandoc's
 * rule (no space inside of it, no digit behind the closing one), so that "$5 to $10" stays money. Code is left alone.
 */
export function normaliseMath(text: string): string {
  let made = ''
  let end = 0
  for (const code of text.matchAll(CODE)) {
    made += formulas(text.slice(end, code.index)) + code[0]
    end = code.index + code[0].length
  }
  return made + formulas(text.slice(end))
}

/** Fences, up to their own closing line (as long at least, of the same sign) or the end, and code within a line. */
const CODE =
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?![^\n]*`)|~{3,})[^\n]*(?:\n(?![ \t>]*\1[`~]*[ \t]*$)[^\n]*)*(?:\n[^\n]*)?|(?<!`)(`+)(?!`)[^\n]*?[^`\n]\2(?!`)/gm

function formulas(text: string): string {
  return text
    .replace(/\\\[([\s\S]+?)\\\]/g, (_, formula: string, at: number, whole: string) => {
      const before = whole.slice(whole.lastIndexOf('\n', at - 1) + 1, at)
      // A line of its own would end the table.
      return before.includes('|') ? `$$${formula.trim()}$$` : display(formula, indentAfter(before))
    })
    .replace(/^([ \t]*)\$\$([^\n$]+)\$\$[ \t]*$/gm, (_, indent: string, formula: string) => display(formula, indent))
    .replace(/\\\(([\s\S]+?)\\\)/g, (_, formula: string) => `$$${formula.trim()}$$`)
    .replace(/(?<![\\$\w])\$(?![\s$])([^$\n]*[^$\n\s\\])\$(?![\d$])/g, (_, formula: string) => `$$${formula}$$`)
}

/** How far in the lines after this one stand that belong to the same item of a list. */
const indentAfter = (before: string): string =>
  ' '.repeat(/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/.exec(before)?.[0].length ?? 0)

/** A formula in lines of its own, as far in as what it belongs to. */
const display = (formula: string, indent = ''): string =>
  [
    '',
    '$$',
    ...formula
      .trim()
      .split('\n')
      .map((line) => line.trim()),
    '$$',
    '',
  ].join(`\n${indent}`)
