import type { Rating } from '../kit/cvss.ts'

// Alerts that belong together. NIST SP 800-61 r2, section 3.2: correlate events, then prioritize incidents.

export interface Alert {
  line: number
  /** Milliseconds since 1970. */
  at: number
  rule: string
  severity: Rating
  host: string
  user: string
  address: string
  /** ATT&CK's number: `T1059.001`; empty when the file has none. */
  technique: string
}

export interface Incident {
  alerts: Alert[]
  from: number
  to: number
  rules: string[]
  hosts: string[]
  users: string[]
  addresses: string[]
  tactics: string[]
  severity: Rating
  points: number
  isOwnScan: boolean
  reasons: string[]
}

/** Alerts of the same host or user within this time belong together. */
export const WINDOW_HOURS = 6

/** MITRE ATT&CK for Enterprise, techniques by the first tactic that they serve: those that detection rules name most. */
const TACTICS: readonly (readonly [tactic: string, techniques: string])[] = [
  ['Reconnaissance', 'T1595 T1590 T1592 T1589 T1598'],
  ['Initial Access', 'T1190 T1133 T1566 T1078 T1195 T1189 T1199'],
  ['Execution', 'T1059 T1204 T1047 T1203 T1106 T1569'],
  ['Persistence', 'T1053 T1098 T1136 T1547 T1505 T1543 T1546'],
  ['Privilege Escalation', 'T1068 T1548 T1055 T1134 T1484'],
  ['Defense Evasion', 'T1027 T1070 T1562 T1036 T1218 T1112 T1140'],
  ['Credential Access', 'T1110 T1003 T1555 T1558 T1552 T1621 T1056'],
  ['Discovery', 'T1046 T1087 T1018 T1082 T1083 T1069 T1057'],
  ['Lateral Movement', 'T1021 T1210 T1570 T1550 T1534'],
  ['Collection', 'T1560 T1005 T1114 T1213 T1119'],
  ['Command and Control', 'T1071 T1105 T1572 T1090 T1219 T1568'],
  ['Exfiltration', 'T1567 T1041 T1048 T1537 T1020'],
  ['Impact', 'T1486 T1485 T1490 T1489 T1496 T1498 T1499'],
]

/** The tactic of a technique or sub-technique; empty when it is not among those known here. */
export function tacticOf(technique: string): string {
  const base = /T\d{4}/i.exec(technique)?.[0]?.toUpperCase() ?? ' '
  return TACTICS.find(([, techniques]) => techniques.split(' ').includes(base))?.[0] ?? ''
}

const ORDER: readonly Rating[] = ['none', 'low', 'medium', 'high', 'critical']

/** What files call it: `Sev 1`, `P2`, `informational`, `4`; null when it is unknown. Numbers alone: 1 is the worst. */
export function severityIn(text: string): Rating | null {
  const word = text.toLowerCase().trim()
  if (/crit|fatal|emerg/.test(word)) return 'critical'
  if (/high|major|error|severe/.test(word)) return 'high'
  if (/medium|moderate|warn/.test(word)) return 'medium'
  if (/low|minor/.test(word)) return 'low'
  if (/info|notice|none/.test(word)) return 'none'
  const [, number] = /^(?:sev(?:erity)?|p|prio(?:rity)?)?[\s-]*([1-5])$/.exec(word) ?? []
  return number ? ((['critical', 'high', 'medium', 'low', 'none'] as const)[Number(number) - 1] ?? null) : null
}

const namesOf = (alerts: readonly Alert[], key: 'rule' | 'host' | 'user' | 'address') => [
  ...new Set(alerts.map((alert) => alert[key]).filter(Boolean)),
]

/** Severity counts 0 to 8; each tactic beyond the first 2; each rule beyond the first 0.5, up to 2; own scans 6 less. */
function incidentOf(alerts: Alert[], scanners: ReadonlySet<string>): Incident {
  const severity = alerts.reduce<Rating>(
    (worst, alert) => (ORDER.indexOf(alert.severity) > ORDER.indexOf(worst) ? alert.severity : worst),
    'none',
  )
  const rules = namesOf(alerts, 'rule')
  // In the order in which they were seen, which is not always that of the matrix.
  const tactics = [...new Set(alerts.map(({ technique }) => tacticOf(technique)).filter(Boolean))]
  const [hosts, users, addresses] = [namesOf(alerts, 'host'), namesOf(alerts, 'user'), namesOf(alerts, 'address')]
  const isOwnScan = alerts.every(
    ({ host, address }) => scanners.has(host.toLowerCase()) || scanners.has(address.toLowerCase()),
  )
  const reasons = [`worst severity ${severity}`]
  let points = ORDER.indexOf(severity) * 2
  if (tactics.length > 1) {
    points += (tactics.length - 1) * 2
    reasons.push(`${tactics.length} ATT&CK tactics: ${tactics.join(', ')}`)
  }
  if (rules.length > 1) {
    points += Math.min(2, (rules.length - 1) * 0.5)
    reasons.push(`${rules.length} different rules`)
  }
  if (isOwnScan) {
    points -= 6
    reasons.push('all from your own scanners, as you said')
  }
  const times = alerts.map(({ at }) => at)
  return {
    alerts,
    from: Math.min(...times),
    to: Math.max(...times),
    rules,
    hosts,
    users,
    addresses,
    tactics,
    severity,
    points,
    isOwnScan,
    reasons,
  }
}

/**
 * Alerts of the same host, user or (where there is neither) address, each within WINDOW_HOURS of another, make an incident.
 * A host and a user that one alert names together join what was apart. The most urgent first.
 */
export function incidentsOf(alerts: readonly Alert[], scanners: ReadonlySet<string>): Incident[] {
  const window = WINDOW_HOURS * 3_600_000
  const sorted = alerts.toSorted((a, b) => a.at - b.at || a.line - b.line)
  let open: { alerts: Alert[]; names: Set<string>; last: number }[] = []
  const closed: Alert[][] = []
  for (const alert of sorted) {
    const still = open.filter(({ last }) => alert.at - last <= window)
    closed.push(...open.filter((one) => !still.includes(one)).map((one) => one.alerts))
    const own = [alert.host && `host ${alert.host}`, alert.user && `user ${alert.user}`].filter(Boolean)
    const names = (own.length > 0 ? own : [alert.address || `rule ${alert.rule}`]).map((name) => name.toLowerCase())
    const [group = { alerts: [], names: new Set<string>(), last: alert.at }, ...others] = still.filter((one) =>
      names.some((name) => one.names.has(name)),
    )
    for (const other of others) {
      group.alerts.push(...other.alerts)
      for (const name of other.names) group.names.add(name)
    }
    group.alerts.push(alert)
    for (const name of names) group.names.add(name)
    group.last = alert.at
    open = [...still.filter((one) => one !== group && !others.includes(one)), group]
  }
  return [...closed, ...open.map((one) => one.alerts)]
    .map((group) =>
      incidentOf(
        group.sort((a, b) => a.at - b.at || a.line - b.line),
        scanners,
      ),
    )
    .sort((a, b) => b.points - a.points || a.from - b.from)
}

/** NIST SP 800-61 r2 has an incident looked into, then handled: P1 at once, P4 when there is time. */
export const incidentQueue = (points: number) => (points >= 8 ? 'P1' : points >= 6 ? 'P2' : points >= 3 ? 'P3' : 'P4')
