import { fileInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { lasting, minuteOf, momentIn } from '../kit/moments.ts'
import { columnFor, neededColumn, readTable, type Table } from '../kit/table.ts'
import { answerTo, cutTo, itemsIn, percent, shownAs } from '../kit/telling.ts'
import { type Alert, type Incident, incidentQueue, incidentsOf, severityIn, WINDOW_HOURS } from './incidents.ts'
import { REVIEW, scanners } from './questions.ts'
import { alerts as sample } from './samples.ts'

const ALERTS_MAX = 5_000
/** Characters of a cell that are shown. */
const CELL_MAX = 200

interface Read {
  alerts: Alert[]
  closed: number[]
  undated: number[]
  repeated: number[]
  unrated: number[]
}

function readAlerts(table: Table): Read {
  const time = neededColumn(table, 'time', [
    'time',
    'timestamp',
    '@timestamp',
    'date',
    'created',
    'first seen',
    'occurred',
  ])
  const rule = neededColumn(table, 'rule', ['rule', 'rule name', 'alert', 'title', 'name', 'signature', 'detection'])
  const of = (names: readonly string[]) => columnFor(table, names)
  const columns = {
    severity: of(['severity', 'priority', 'level', 'urgency']),
    host: of(['host', 'hostname', 'device', 'computer', 'asset', 'endpoint']),
    user: of(['user', 'username', 'account', 'identity']),
    address: of(['source ip', 'src ip', 'src', 'source', 'ip', 'address']),
    technique: of(['technique', 'mitre', 'attack', 'ttp']),
    status: of(['status', 'state']),
  }
  const read: Read = { alerts: [], closed: [], undated: [], repeated: [], unrated: [] }
  const seen = new Set<string>()
  for (const { line, fields } of table.rows) {
    const cell = (column: string | undefined) => (column === undefined ? '' : cutTo(fields[column] ?? '', CELL_MAX))
    const at = momentIn(fields[time] ?? '')
    const key = JSON.stringify(Object.values(fields))
    if (/^(closed|resolved|done|false positive)$/i.test(cell(columns.status))) read.closed.push(line)
    else if (at === null) read.undated.push(line)
    else if (seen.has(key)) read.repeated.push(line)
    else {
      const severity = severityIn(cell(columns.severity))
      if (severity === null) read.unrated.push(line)
      read.alerts.push({
        line,
        at,
        rule: cell(rule) || 'without a name',
        severity: severity ?? 'medium',
        host: cell(columns.host),
        user: cell(columns.user),
        address: cell(columns.address),
        technique: cell(columns.technique),
      })
    }
    seen.add(key)
  }
  return read
}

const whoIn = ({ users, hosts, addresses }: Incident) =>
  [...users, ...hosts].slice(0, 4).join(', ') || addresses[0] || 'unknown'

function storyOf(incident: Incident): string {
  return incident.alerts
    .slice(0, 25)
    .map(
      ({ at, rule, host, user, technique, line }) =>
        `- ${minuteOf(at)} UTC: ${shownAs(rule)}${technique ? ` (${shownAs(technique)})` : ''}${host ? ` on ${shownAs(host)}` : ''}${user ? `, ${shownAs(user)}` : ''} (line ${line})`,
    )
    .join('\n')
}

/** Rules by how many of all alerts they make; those that rarely matter are worth tuning. */
function noisy(alerts: readonly Alert[]) {
  return [...Map.groupBy(alerts, ({ rule }) => rule)]
    .map(([rule, own]) => ({
      rule,
      alerts: own.length,
      share: percent(own.length / alerts.length),
      hosts: new Set(own.map(({ host }) => host)).size,
      serious: own.filter(({ severity }) => severity === 'high' || severity === 'critical').length,
    }))
    .sort((a, b) => b.alerts - a.alerts)
    .slice(0, 25)
}

const criteria = [
  'Every open alert with a time is in exactly one incident',
  'Every incident names who and what it touches, and the lines it is made of',
  'The order is explained',
  'The rules that make the most alerts are named',
]

export const triageAlerts = playbook({
  id: 'triageAlerts',
  title: 'Triage a list of alerts',
  summary:
    'Joins alerts of a SIEM export (CSV) into incidents by host and user, orders them by severity and by the ATT&CK tactics they run through, writes the timeline of the first, and names the noisy rules.',
  examples: ['triage alerts', 'sort the alerts', 'siem alerts', 'alert queue', 'incidents of the night'],
  input: z.object({ alerts: fileInput('The alerts (CSV with a time and a rule)', '.csv,.tsv,.txt') }),
  uses: [],
  criteria,
  withoutModel: ['A description of the incident for people outside security'],
  sample: { files: { 'alerts.csv': sample }, input: { alerts: 'file:alerts.csv' } },
  async run(job, input) {
    const file = await job.file(input.alerts)
    const table = readTable(file)
    const read = readAlerts({ ...table, rows: table.rows.slice(0, ALERTS_MAX) })
    const own = new Set(itemsIn(answerTo(job, scanners)).map((name) => name.toLowerCase()))
    const incidents = incidentsOf(read.alerts, own)
    const first = incidents[0]
    const queues = ['P1', 'P2', 'P3', 'P4'].map(
      (queue) => `${incidents.filter(({ points }) => incidentQueue(points) === queue).length} ${queue}`,
    )
    await job.note(`${counted(read.alerts.length, 'open alert')} make ${counted(incidents.length, 'incident')}.`)
    const story = first
      ? `**${incidentQueue(first.points)}: ${shownAs(whoIn(first))}**, ${counted(first.alerts.length, 'alert')} in ${lasting(first.to - first.from)}. ${shownAs(first.reasons.join('; '), 600)}.\n\n${storyOf(first)}`
      : 'No alert of the file is open and has a time.'
    const inIncidents = incidents.reduce((sum, { alerts }) => sum + alerts.length, 0)
    await job.deliver({
      title: `Incidents in ${file.name}`,
      summary: `${counted(read.alerts.length, 'open alert')} of ${counted(table.rows.length, 'row')} make ${counted(incidents.length, 'incident')}: ${queues.join(', ')}.${first ? ` First: ${whoIn(first)}, ${first.rules.slice(0, 3).join(', ')}.` : ''}`,
      blocks: [
        textBlock('The first incident', story),
        ...tableBlock(
          'Incidents, the most urgent first',
          {
            queue: 'Queue',
            points: 'Points',
            severity: 'Worst severity',
            from: 'From (UTC)',
            lasts: 'Lasts',
            users: 'Users',
            hosts: 'Hosts',
            addresses: 'Addresses',
            rules: 'Rules',
            tactics: 'Tactics',
            alerts: 'Alerts',
            why: 'Why this place',
            lines: 'Lines',
          },
          incidents.map((one) => ({
            queue: incidentQueue(one.points),
            points: one.points,
            severity: one.severity,
            from: minuteOf(one.from),
            lasts: lasting(one.to - one.from),
            users: one.users.join(', '),
            hosts: one.hosts.join(', '),
            addresses: one.addresses.join(', '),
            rules: one.rules.join('; '),
            tactics: one.tactics.join(' → '),
            alerts: one.alerts.length,
            why: one.reasons.join('; '),
            lines: linesOf(one.alerts.map(({ line }) => line)),
          })),
        ),
        ...tableBlock(
          'Rules by their alerts',
          { rule: 'Rule', alerts: 'Alerts', share: 'Of all', hosts: 'Hosts', serious: 'High or critical' },
          noisy(read.alerts),
        ),
      ],
      sources: [{ kind: 'file', name: file.name, place: `lines 2–${table.rows.at(-1)?.line ?? 2}` }],
      evidence: evidenceFor(
        criteria,
        [
          read.alerts.length,
          Math.abs(read.alerts.length - inIncidents),
          `${inIncidents} of ${read.alerts.length} open alerts with a time.`,
        ],
        [
          incidents.length,
          incidents.filter(({ users, hosts, addresses }) => users.length + hosts.length + addresses.length === 0)
            .length,
          'Columns “Users”, “Hosts”, “Addresses” and “Lines”.',
        ],
        [
          incidents.length,
          incidents.filter(({ reasons }) => reasons.length === 0).length,
          `Column “Why this place”. Alerts of one host or user within ${WINDOW_HOURS} hours belong together.`,
        ],
        [read.alerts.length, null, 'The table “Rules by their alerts”.'],
      ),
      couldNot: sentences(
        REVIEW,
        read.undated.length > 0 && `Left out, no time that can be read: ${linesOf(read.undated)}.`,
        read.closed.length > 0 && `Left out, closed already: ${linesOf(read.closed)}.`,
        read.repeated.length > 0 && `Left out, the same row again: ${linesOf(read.repeated)}.`,
        read.unrated.length > 0 && `Taken as medium, their severity is not known: ${linesOf(read.unrated)}.`,
        table.rows.length > ALERTS_MAX && `Only the first ${ALERTS_MAX} rows were looked at.`,
        'Times without a zone were read as UTC. A description for people outside security needs a model.',
      ),
    })
  },
})
