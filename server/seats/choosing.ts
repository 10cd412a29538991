import type { AgentWork, Playbook } from '@atrium/contract/playbook'
import { z } from 'zod'

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
/** `leads` is `lead`; good enough to compare words. */
const stem = (word: string): string => word.replace(/(ies|es|s)$/u, (end) => (end === 'ies' ? 'y' : ''))

/**
 * The playbook that a task's words mean: the one of whose words most are said, at least half of one of its sentences. Undefined
 * when none is, or when two are as good.
 */
export function playbookFor(agent: AgentWork, text: string): Playbook | undefined {
  const said = new Set(words(text).map(stem))
  const scores = agent.playbooks
    .map((playbook) => {
      const of = [...playbook.examples, playbook.title].map((sentence) => {
        const wanted = words(sentence).map(stem)
        const hits = wanted.filter((word) => said.has(word)).length
        return wanted.length > 0 && hits * 2 >= wanted.length ? hits + hits / wanted.length : 0
      })
      return { playbook, score: Math.max(0, ...of) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const [best, second] = scores
  return best && (!second || best.score > second.score) ? best.playbook : undefined
}

/** The names of a playbook's inputs that are files. */
export function fileFields(playbook: Playbook): string[] {
  const schema = z.toJSONSchema(playbook.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { widget?: string }>
  }
  return Object.entries(schema.properties ?? {})
    .filter(([, property]) => property.widget === 'file')
    .map(([name]) => name)
}

/** The task's input with its loose files (`files`) in the playbook's empty places for files, in their order. */
export function withFiles(playbook: Playbook, { files, ...input }: Record<string, unknown>): Record<string, unknown> {
  const loose = Array.isArray(files) ? [...(files as string[])] : []
  const filled = { ...input }
  for (const field of fileFields(playbook))
    if (filled[field] === undefined && loose.length > 0) filled[field] = loose.shift()
  return filled
}
