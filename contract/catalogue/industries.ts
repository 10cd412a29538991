export interface Industry {
  key: string
  title: string
}

// key | title
const table = `
business | Business
marketing | Marketing
ecommerce | E-commerce
exec | Executive
startup | Startup
retail | Retail
health | Health
sales | Sales
customerservice | Customer service
developer | Developer
cybersecurity | Cybersecurity
research | Research
creative | Creative
media | Media
education | Education
finance | Finance
accounting | Accounting
edtech | Education technology
hr | Human resources
realestate | Real estate
government | Government
nonprofit | Nonprofit
legal | Legal
manufacturing | Manufacturing
energy | Energy
hospitality | Hospitality
all | All`

/** Spec 9, "Industry values", in its order. Some have a Space of their own (catalogue/spaces.ts), others only sort commands. */
export const industries: readonly Industry[] = table
  .trim()
  .split('\n')
  .map((row) => row.split(' | '))
  .map(([key = '', title = '']) => ({ key, title }))
