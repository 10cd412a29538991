import { readdirSync, readFileSync } from 'node:fs'

/** Of a process, in megabytes, from /proc (Linux): VmRSS now, VmHWM the most since the peak was counted anew. */
export function statusMegabytes(pid: number | string, field: 'VmRSS' | 'VmHWM'): number {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0 // it has ended
  }
}

export const residentMegabytes = (pid: number): number => statusMegabytes(pid, 'VmRSS')

/** bytes / 1,048,576 of these processes, pages that they share counted once (Linux). */
export function proportionalMegabytes(pids: readonly number[]): number {
  const of = (pid: number) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
    } catch {
      return 0 // it has ended
    }
  }
  return pids.reduce((sum, pid) => sum + of(pid), 0)
}

/** The processes whose command names this folder, and all that descend from them: the database of a server (Linux). */
export function processesNaming(folder: string): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return '' // it has ended
    }
  }
  const found = new Set(all.filter((pid) => read(pid, 'cmdline').includes(folder)))
  for (let more = true; more; ) {
    const children = all.filter(
      (pid) => !found.has(pid) && found.has(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? ''),
    )
    for (const pid of children) found.add(pid)
    more = children.length > 0
  }
  return [...found].map(Number)
}
