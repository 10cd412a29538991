// Made-up deals with the dirt of a real export: days that are none, a comma for a point, another currency, empty cells.
export const DEALS = `Deal,Company,Contact,Email,Owner,Stage,Amount,Currency,Probability,Created,Close date,Last activity,Next step
Shift planning 2 plants,Fjordwerk AS,Ada Berg,ada.berg@fjordwerk.example,Mara,Negotiation,"48,000",EUR,,2026-01-12,2026-03-27,2026-03-12,Send revised contract
Rollout Porto,Laguna Pack,Tomás Oliveira,tomas@lagunapack.example,Mara,Proposal sent,36000,EUR,,2026-01-20,2026-03-10,2026-02-24,
Pilot Osaka,Kitsune Parts,Mei Tanaka,m.tanaka@kitsune-parts.example,Jon,Pilot,22000,EUR,50%,2025-12-01,2026-04-15,2026-03-03,Pilot report on 20 March
Site Casablanca,CasaBuild,Fatima Zahra,fatima.zahra@casabuild.example,Jon,Discovery,15000,EUR,,2026-03-02,2026-05-29,2026-03-13,Site visit
Bakery lines,Cole Bakery Group,Hannah Cole,hannah@colebakery.example,Mara,Qualified,,EUR,,2026-02-03,,2026-02-11,
Logistics hubs,Orchid Freight,Grace Lim,grace.lim@orchidfreight.example,Jon,Contract sent,64000,EUR,90%,2025-11-10,2026-03-31,2026-03-09,Signature by CFO
Lab shifts,Helix Diagnostics,Priya Nair,priya.nair@helixdiag.example,Mara,First meeting,18000,EUR,,2026-03-05,2026-03-25,2026-03-05,Demo
Textile mill,Łódź Textil,Marta Kowalska,marta@lodz-textil.example,Jon,Proposal sent,27500,EUR,,2025-07-14,2026-02-13,2026-01-09,
Print shop,Cedar Print,Noor Haddad,noor@cedarprint.example,Mara,Qualified,9000,EUR,,2026-02-20,2026-06-30,2026-03-02,Call on 17 March
Harbour,Harbour Boats,Sam O'Brien,sam@harbourboats.example,Jon,New,6000,GBP,,2026-03-10,2026-06-15,2026-03-10,Discovery call
Press plant,Keller Guss,Jonas Keller,jonas.keller@kellerguss.example,Mara,Proposal sent,abc,EUR,,2026-02-10,2026-04-02,2026-03-04,Answer on the quote
Furniture,Atelier Nord,,,Jon,Closed won,31000,EUR,,2025-10-01,2026-01-28,2026-01-28,
Cold store,Savanna Foods,,,Mara,Closed won,42000,EUR,,2025-11-05,2026-02-18,2026-02-18,
Foundry,MetalSur,,,Jon,Closed lost,25000,EUR,,2025-09-15,2026-01-15,2026-01-15,
Assembly,Volga Tools,,,Mara,Closed lost,12000,EUR,,2025-12-12,2026-02-30,2026-02-20,
Depots,Carter Logistics,,,Mara,Closed won,27000,EUR,,2025-12-01,2026-03-06,2026-03-06,
`

export const ANSWERS = {
  offer: 'shift planning that people know before their week begins',
  target: '180,000',
  silence: '14',
  sender: 'Mara Lind, Shiftwell',
}
