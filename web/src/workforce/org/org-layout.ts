import type { OrgNode } from './org-tree.ts'

// A tidy tree, top down. Who has no reports stands in columns under the manager, so that forty reports do not make a page
// that is forty cards wide. px throughout.

export const CARD = { width: 236, height: 72 } as const
const GAP = { x: 24, y: 44, stack: 12, trees: 48 } as const
/** From a column's trunk to its cards. */
const INDENT = 24
const STACK_MAX = 8
/** So few without reports stand side by side. */
const SIDE_BY_SIDE_MAX = 2

type Point = readonly [x: number, y: number]

export interface Placed {
  node: OrgNode
  /** 1 at the top. */
  level: number
  /** Among those with the same manager, from 1. */
  position: number
  siblings: number
  isCollapsed: boolean
  x: number
  y: number
  /** Where the line to the reports leaves the card, from its own left. */
  exit: number
}

export interface OrgLayout {
  /** In the order that they are read: a manager, then everybody below. */
  placed: Placed[]
  /** From a manager down to a report. */
  links: Point[][]
  width: number
  height: number
}

interface Options {
  collapsed: ReadonlySet<string>
  /** Right to left: the first stands on the right. */
  mirrored?: boolean
}

/** A part of the drawing, placed from its own corner. */
interface Block {
  placed: Placed[]
  links: Point[][]
  width: number
  height: number
  /** Where the manager's line enters it: from above for one card, along the trunk for a column. */
  anchor: number
  entries: Point[]
}

export function layoutOf(tops: readonly OrgNode[], { collapsed, mirrored = false }: Options): OrgLayout {
  const blocks = blocksOf(tops, 1, collapsed)
  const row = side(blocks, GAP.trees)
  const width = Math.max(row.width, CARD.width)
  const turn = (x: number) => (mirrored ? width - x : x)
  return {
    placed: inOrder(row.placed, tops).map((one) =>
      mirrored ? { ...one, x: width - one.x - CARD.width, exit: CARD.width - one.exit } : one,
    ),
    links: row.links.map((points) => points.map(([x, y]): Point => [turn(x), y])),
    width,
    height: Math.max(row.height, CARD.height),
  }
}

const shownOf = (node: OrgNode, collapsed: ReadonlySet<string>) => (collapsed.has(node.key) ? [] : node.reports)

/** Those that have the same manager: columns of cards without reports, and a tree for each that has some. */
function blocksOf(nodes: readonly OrgNode[], level: number, collapsed: ReadonlySet<string>): Block[] {
  const placedOf = (node: OrgNode, x: number, y: number): Placed => ({
    node,
    level,
    position: nodes.indexOf(node) + 1,
    siblings: nodes.length,
    isCollapsed: collapsed.has(node.key) && node.reports.length > 0,
    x,
    y,
    exit: CARD.width / 2,
  })
  const leaves = nodes.filter((node) => shownOf(node, collapsed).length === 0)
  const areStacked = leaves.length > SIDE_BY_SIDE_MAX
  const blocks: Block[] = []
  if (areStacked) {
    const columns = Math.ceil(leaves.length / STACK_MAX)
    const each = Math.ceil(leaves.length / columns)
    for (let at = 0; at < leaves.length; at += each) {
      const column = leaves.slice(at, at + each)
      const y = (index: number) => index * (CARD.height + GAP.stack)
      blocks.push({
        placed: column.map((node, index) => placedOf(node, INDENT, y(index))),
        links: [],
        width: INDENT + CARD.width,
        height: y(column.length) - GAP.stack,
        anchor: INDENT / 2,
        entries: column.map((_, index): Point => [INDENT, y(index) + CARD.height / 2]),
      })
    }
  }
  for (const node of nodes) {
    const reports = shownOf(node, collapsed)
    if (reports.length > 0) blocks.push(below(placedOf(node, 0, 0), blocksOf(reports, level + 1, collapsed)))
    else if (!areStacked)
      blocks.push({
        placed: [placedOf(node, 0, 0)],
        links: [],
        ...CARD,
        anchor: CARD.width / 2,
        entries: [[CARD.width / 2, 0]],
      })
  }
  return blocks
}

const moved = ({ placed, links, anchor, entries, ...size }: Block, x: number, y: number): Block => ({
  ...size,
  placed: placed.map((one) => ({ ...one, x: one.x + x, y: one.y + y })),
  links: links.map((points) => points.map(([px, py]): Point => [px + x, py + y])),
  anchor: anchor + x,
  entries: entries.map(([px, py]): Point => [px + x, py + y]),
})

interface Row extends Omit<Block, 'anchor' | 'entries'> {
  blocks: Block[]
}

/** Blocks beside each other. */
function side(blocks: readonly Block[], gap: number): Row {
  let x = 0
  const row = blocks.map((block) => {
    const at = moved(block, x, 0)
    x += block.width + gap
    return at
  })
  return {
    blocks: row,
    placed: row.flatMap(({ placed }) => placed),
    links: row.flatMap(({ links }) => links),
    width: Math.max(0, x - gap),
    height: Math.max(0, ...row.map(({ height }) => height)),
  }
}

/** A manager above the reports, in the middle; above a single column at its start. */
function below(manager: Placed, blocks: readonly Block[]): Block {
  const { width } = side(blocks, GAP.x)
  const [first, last] = [blocks[0], blocks.at(-1)]
  const isColumn = blocks.length === 1 && (first?.entries[0]?.[1] ?? 0) > 0
  const middle = isColumn
    ? CARD.width / 2
    : ((first?.anchor ?? 0) + width - (last?.width ?? 0) + (last?.anchor ?? 0)) / 2
  const left = middle - CARD.width / 2
  const shift = Math.max(0, -left)
  const top = CARD.height + GAP.y
  const row = side(
    blocks.map((block) => moved(block, 0, top)),
    GAP.x,
  )
  const reports = row.blocks.map((block) => moved(block, shift, 0))
  const x = left + shift
  const from: Point = [isColumn ? x + INDENT / 2 : x + CARD.width / 2, CARD.height]
  const half = CARD.height + GAP.y / 2
  const links = reports.flatMap(({ anchor, entries }) =>
    entries.map(([ex, ey]): Point[] => [from, [from[0], half], [anchor, half], [anchor, ey], [ex, ey]]),
  )
  return {
    placed: [{ ...manager, x, exit: from[0] - x }, ...reports.flatMap(({ placed }) => placed)],
    links: [...links, ...reports.flatMap((block) => block.links)],
    width: Math.max(x + CARD.width, shift + row.width),
    height: top + Math.max(...blocks.map(({ height }) => height)),
    anchor: x + CARD.width / 2,
    entries: [[x + CARD.width / 2, 0]],
  }
}

function inOrder(placed: readonly Placed[], tops: readonly OrgNode[]): Placed[] {
  const byKey = new Map(placed.map((one) => [one.node.key, one]))
  const walk = (node: OrgNode): Placed[] => {
    const one = byKey.get(node.key)
    return one ? [one, ...(one.isCollapsed ? [] : node.reports.flatMap(walk))] : []
  }
  return tops.flatMap(walk)
}

/** As the `d` of an SVG path. */
export const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
