// A made-up post with what keeps people away, and made-up applicants with the dirt of a real export.
export const POST = `# Shift planning ninja

We are a young team of ambitious, competitive people in a fast-paced company. We work hard, play hard.

## What you do

- You lead the planning of shifts for two plants and decide independently.
- You analyse the load of each week and challenge the plan of the plants.
- You talk to the foreman of each shift. He or she confirms the plan.

## What you need

- 8+ years of experience in planning
- A degree in business or engineering
- Native English speaker
- Confident and assertive under pressure
- Excellent knowledge of spreadsheets
- Knowledge of labour law
- Driving licence
- Willingness to travel
- Strong leadership

## Apply

Send your application to jobs@shiftwell.example. The office is in Hamburg.
`

export const CANDIDATES = `Candidate,Email,Role,Stage,Furthest stage,Source,Applied,Stage since,Closed,Gender
Alma Reyes,alma@mail.example,Shift planner,Interview,Interview,Referral,2026-02-16,2026-03-02,,f
Bo Lindqvist,bo@mail.example,Shift planner,Screening,Screening,Job board,2026-02-20,2026-03-11,,m
Carla Neri,carla@mail.example,Shift planner,Rejected,Screening,Job board,2026-01-12,2026-01-20,2026-01-20,f
Dan Okafor,dan@mail.example,Shift planner,Hired,Hired,Referral,2026-01-08,2026-02-12,2026-02-12,m
Eva Horn,eva@mail.example,Developer,Applied,Applied,Job board,2026-02-23,,,f
Finn Maas,finn@mail.example,Developer,Final interview,Final interview,Website,2026-01-26,2026-02-27,,m
Gül Aydın,,Developer,Screening,Screening,Website,2026-02-25,2026-03-01,,f
Hugo Blanc,hugo@mail.example,Developer,Rejected,Interview,Website,2026-01-15,2026-02-03,2026-02-03,m
Ines Prado,ines@mail.example,Developer,Rejected,Applied,Job board,2026-01-20,2026-01-29,2026-01-29,f
Jon Vance,jon@mail.example,Developer,Hired,Hired,Website,2025-12-15,2026-02-20,2026-02-20,m
Kira Wolf,kira@mail.example,Developer,Withdrawn,Interview,Referral,2026-01-19,2026-02-10,2026-02-10,f
Leo Stark,leo@mail.example,Shift planner,Rejected,Interview,Job board,2026-01-22,2026-02-09,2026-02-09,m
Mona Idris,mona@mail.example,Shift planner,Rejected,Applied,Job board,2026-02-02,2026-02-11,2026-02-11,f
Nils Berg,nils@mail.example,Shift planner,Offer,Offer,Referral,2026-02-03,2026-03-13,,m
Oda Falk,oda@mail.example,Shift planner,Rejected,Screening,Job board,2026-02-04,2026-02-17,2026-02-17,f
Pia Roth,pia@mail.example,Developer,Rejected,Applied,Job board,2026-02-05,40.02.2026,,f
Quentin Roy,quentin@mail.example,Developer,Talent pool,,Website,,,,m
Rosa Lima,rosa@mail.example,Shift planner,Applied,Applied,Website,2026-03-13,,,f
`
