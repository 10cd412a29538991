// Made-up accounts with the dirt of a real export: a double, a date that is none, empty cells, a percent and a share.
export const ACCOUNTS = `Account,Owner,Contact,Email,Plan,ARR,ARR last year,Renewal date,Notice days,Seats,Active users,Usage change,NPS,Open tickets,Last contact,Days overdue
Fjordwerk AS,Nina,Ada Berg,ada.berg@fjordwerk.example,Business,48000,40000,2026-09-30,90,180,171,+4%,9,1,2026-03-10,0
Laguna Pack,Nina,Tomás Oliveira,tomas@lagunapack.example,Business,36000,36000,2026-06-30,90,240,96,-22%,6,7,2026-01-12,14
Kitsune Parts,Omar,Mei Tanaka,m.tanaka@kitsune-parts.example,Enterprise,88000,80000,2026-12-31,180,420,310,-3%,8,4,2026-02-27,0
CasaBuild,Omar,Fatima Zahra,fatima.zahra@casabuild.example,Team,15000,,2027-03-01,30,130,60,,,2,2026-03-13,0
Cole Bakery Group,Nina,Hannah Cole,hannah@colebakery.example,Business,42000,45000,2026-06-15,60,210,74,-35%,4,9,2025-12-04,38
Orchid Freight,Omar,Grace Lim,grace.lim@orchidfreight.example,Enterprise,64000,50000,2026-08-31,90,500,488,12%,10,3,2026-03-06,0
Helix Diagnostics,Nina,Priya Nair,priya.nair@helixdiag.example,Team,18000,18000,2026-02-28,30,60,41,0%,7,0,2026-02-20,0
Łódź Textil,Omar,Marta Kowalska,marta@lodz-textil.example,Team,12000,14000,30/02/2026,60,90,30,-18%,5,2,2026-01-30,0
Keller Guss,Nina,Jonas Keller,jonas.keller@kellerguss.example,Team,9000,9000,2026-05-11,90,60,55,2%,9,0,2026-03-02,0
Keller Guss,Nina,Jonas Keller,jonas.keller@kellerguss.example,Team,9000,9000,2026-05-11,90,60,55,2%,9,0,2026-03-02,0
Volga Tools,Omar,Ivan Petrov,,Team,0,11000,,,,,,,,,
Cedar Print,Nina,Noor Haddad,noor@cedarprint.example,Team,9000,6000,2026-11-15,30,25,24,9%,8,1,2026-03-01,0
,Omar,,,,5000,,2026-10-01,,,,,,,,
`
