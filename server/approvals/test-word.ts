import type { ToolResult } from '@atrium/contract/chat'

/** The call that gives a person's word on what the assistant asks: its path and its body. */
export const wordOn = (
  tool: Pick<ToolResult, 'approval'> | undefined,
  decision: 'approve' | 'reject' | 'revise',
  more: object = {},
): [path: string, body: object] => [
  `/api/approvals/${tool?.approval?.id}/decide`,
  { decision, argsHash: tool?.approval?.argsHash ?? 'none', ...more },
]
