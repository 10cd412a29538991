/** The departments of spec 9, "Category counts", in its order. */
export const departments = [
  'C-Suite',
  'Sales',
  'Support',
  'Ops',
  'Research',
  'Product',
  'Creative',
  'Dev',
  'Education',
  'Finance',
  'Health',
  'Marketing',
  'Legal',
  'HR',
  'Security',
] as const
export type Department = (typeof departments)[number]

export interface Agent {
  key: string
  name: string
  /** US cents a month. */
  monthlyPriceCents: number
  /** False: Coming Soon. */
  deployable: boolean
  description: string
  /** Its category. */
  space: Department
}

// key | department | cents a month, `soon` when it cannot be hired yet | name | description
const table = `
cfo | C-Suite | 49900 | Chief Financial Officer | Budgets, cash flow and a monthly report, every figure with its source.
coo | C-Suite | 39900 | Chief Operating Officer | Processes, owners and the exceptions that need a decision.
cmo | C-Suite | 39900 | Chief Marketing Officer | Campaigns planned by audience, channel and a result that can be measured.
sales | Sales | 19900 | Sales Representative | Scores leads, drafts follow-ups and keeps the pipeline up to date.
sdr | Sales | 14900 | Sales Development Representative | Finds new contacts without duplicates, scores them and drafts the first message.
account_manager | Sales | 24900 | Account Manager | Renewals, the health of each account and the next best step.
success | Sales | 19900 | Customer Success Manager | Onboarding plans, adoption watched, and a warning before a customer leaves.
support | Support | 14900 | Support Agent | Drafts replies from your knowledge base and hands over when unsure.
support_qa | Support | 9900 soon | Support Quality Reviewer | Reads closed conversations against your rubric and says what to coach.
kb | Support | 12900 | Knowledge Base Editor | Turns solved questions into articles and finds those that are out of date.
ops | Ops | 14900 | Operations Assistant | Checklists, hand-overs and the report of what did not go as planned.
scheduler | Ops | 9900 | Scheduler | Finds times across time zones, sends the invitation and minds the buffers.
kanban_pm | Ops | 14900 | Kanban Project Manager | Keeps the board true: limits, owners, what is stuck and why.
research | Research | 12900 soon | Research Analyst | Reads many sources and writes what they say, each claim with its place.
recon | Research | 14900 soon | Market Reconnaissance | Watches a market for entrants, prices and moves worth knowing.
competitive_intel | Research | 14900 | Competitive Intelligence Analyst | Compares competitors by feature, price and claim, with what changed since.
pm | Product | 15900 soon | Product Manager | Turns feedback into problems, options and a roadmap with its reasons.
creator | Creative | 19900 | Content Creator | Posts, scripts and articles in your voice, planned in the calendar.
studio | Creative | 19900 soon | Studio Producer | Pictures, clips and sound put together from a brief.
copywriter | Creative | 14900 | Copywriter | Pages, mails and ads in several versions, ready to be tested.
social | Creative | 12900 | Social Media Manager | Plans, drafts and schedules posts, and reads what worked.
engineer | Dev | 59900 soon | Software Engineer | Takes an issue to a reviewed patch with its tests.
reviewer | Dev | 19900 soon | Code Reviewer | Reads changes for faults, risks and what the tests leave out.
tester | Dev | 14900 | Test Engineer | Writes cases from the specification, runs them and reports what fails.
devops | Dev | 19900 | Platform Engineer | Pipelines, deployments and alerts, with a plan to go back.
tutor | Education | 9900 soon | Tutor | Finds the gap, explains it at the right level and lets one practise.
coach | Education | 12900 soon | Coach | Goals, weekly check-ins and the one habit to work on.
cpa | Finance | 19900 | Certified Public Accountant | Closes the month and delivers a trial balance with its exceptions.
finance_analyst | Finance | 17900 soon | Finance Analyst | Cash-flow reports, scenarios and the assumption that decides.
care_navigator | Health | 12900 | Care Navigator | Appointments, forms and questions for the visit; never a diagnosis.
medical_writer | Health | 14900 soon | Medical Writer | Patient texts and summaries in plain words, with their references.
growth | Marketing | 17900 | Growth Marketer | Experiments with a cost, a deadline and a number that decides.
seo | Marketing | 14900 | Search Specialist | Audits pages, finds the questions people ask and says what to mend first.
counsel | Legal | 17900 soon | Counsel | Reads contracts for risk with reasons; a lawyer reviews what it finds.
legal_ops | Legal | 19900 | Legal Operations | Deadlines, versions and obligations of every contract in one register.
recruiter | HR | 17900 | Recruiter | Job posts, structured interviews and a pipeline; a person always decides.
hr_ops | HR | 14900 | HR Operations | Onboarding, leave and policies answered from your own handbook.
soc_analyst | Security | 21900 | Security Operations Analyst | Sorts alerts and findings by what can be exploited, with the evidence.
security_analyst | Security | 19900 | Security Analyst | Reviews settings, access and dependencies, and names the fix for each.`

/** The 39 entries of spec 9, "Monthly prices", in its order. */
export const agents: readonly Agent[] = table
  .trim()
  .split('\n')
  .map((row) => row.split(' | '))
  .map(([key = '', space = '', price = '', name = '', description = '']) => ({
    key,
    name,
    monthlyPriceCents: Number.parseInt(price, 10),
    deployable: !price.endsWith(' soon'),
    description,
    space: space as Department,
  }))

export const agentOf = (key: string): Agent | undefined => agents.find((agent) => agent.key === key)

/** Spec-notes, "Counts that disagree": the executives stand apart from the specialists. */
export const executives: readonly Agent[] = agents.filter(({ space }) => space === 'C-Suite')
export const specialists: readonly Agent[] = agents.filter(({ space }) => space !== 'C-Suite')
