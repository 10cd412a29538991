/** Absences of half a year: half days, a doubled row, a leave that ends before it begins, requests, other types. */
export const LEAVE_SAMPLE = `Employee,From,To,Type,Status,Half day
Ana Ruiz,2026-01-02,2026-01-05,Annual,approved,
Ana Ruiz,2026-04-07,2026-04-17,Annual,approved,
Ana Ruiz,2026-07-27,2026-08-14,Annual,approved,
Ben Carter,2026-02-16,2026-02-20,Vacation,approved,
Ben Carter,2026-05-04,2026-05-29,Vacation,approved,
Ben Carter,2026-08-03,2026-08-21,Vacation,pending,
Chiara Neri,2026-03-27,2026-03-27,Annual,approved,yes
Chiara Neri,2026-08-10,2026-08-28,Annual,pending,
Chiara Neri,2026-08-24,2026-08-26,Annual,approved,
Dev Patel,2026-06-08,2026-06-19,Annual,approved,
Dev Patel,2026-06-08,2026-06-19,Annual,approved,
Eve Lang,2026-05-15,2026-05-15,Annual,approved,
Eve Lang,2026-03-02,2026-03-06,Sick,approved,
Finn Moe,2026-10-12,2026-10-09,Annual,approved,
Finn Moe,2026-09-07,2026-09-11,Annual,cancelled,
Gwen Hale,2026-12-28,2027-01-05,Annual,approved,
Hal Fox,soon,2026-07-10,Annual,pending,
`

export const STAFF_SAMPLE = `Name,Team,Start,End,Entitlement,Carried over
Ana Ruiz,Design,2021-03-01,,27,2
Ben Carter,Design,2019-09-01,,27,0
Chiara Neri,Design,2024-01-15,,27,5
Dev Patel,Studio,2026-04-01,,27,
Eve Lang,Studio,2022-05-01,2026-08-31,27,0
Finn Moe,Studio,2020-01-01,,30,1
`

/** Somebody's checklist for new people; one step without an owner, one without a day. */
export const ONBOARDING_SAMPLE = `Task,When,Owner,Phase
Send the contract and get it back signed,4 weeks before,HR,
Order the laptop and accounts,two weeks before,IT,
Tell the team who comes and why,5 working days before,Manager,
Prepare desk and keys,the day before,Office,
Meet at 9:30 and show the studio,day 1,Buddy,
Set up the laptop together,day 1,IT,
Lunch with the team,on the day,Manager,
Safety briefing and first-aid points,T+1,Office,
Read the handbook,3,New hire,
First own task agreed,one week after,Manager,
Meet each of the other teams,two weeks after,Buddy,
Goals for the first three months,10 working days after,Manager,
Photo for the website,T+7,,
Ask what is missing,,HR,
`
