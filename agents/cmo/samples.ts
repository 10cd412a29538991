export const campaignInput = {
  name: 'Spring courses',
  goal: 60,
  budget: 6000,
  margin: 130,
  from: '2026-04-06',
  to: '2026-05-31',
  audiences: `Home cooks in Graz | a loaf that rises
Companies with a team day | something that everybody can do
People who look for a present`,
  channels: `Search ads | 0.90 | 6 % | 18 % | 2500
Newsletter | 0.15 | 4 % | 12 % | 300
Instagram ads | 0.45 | 2 % | 9 % |
Leaflets in shops | 1.40 | 5 % | 25 % | 900
Radio | 3.20 | 1,5 % | 8 % |
Word of mouth | 0 | 10 % | 30 %
Search ads | 1 | 5 % | 20 %`,
  largest: 50,
}

/** Six months of four channels: a month that is none, a negative figure, a row twice. */
export const channelsFile = `Month,Channel,Spend,Clicks,Leads,New customers,Revenue
2025-10,Search ads,820,980,61,14,2100
2025-11,Search ads,860,1010,64,15,2250
2025-12,Search ads,840,990,66,15,2240
2026-01,Search ads,1480,1640,88,21,3150
2026-02,Search ads,1520,1650,90,20,3020
2026-03,Search ads,1500,1630,86,20,2980
2025-10,Newsletter,90,610,30,6,880
2025-11,Newsletter,90,640,33,7,1010
2025-12,Newsletter,95,700,36,9,1300
2026-01,Newsletter,95,690,34,8,1150
2026-02,Newsletter,95,720,38,9,1320
2026-03,Newsletter,95,710,37,9,1290
2025-10,Instagram ads,400,1300,20,3,450
2025-11,Instagram ads,420,1350,22,3,440
2025-12,Instagram ads,410,1400,21,4,610
2026-01,Instagram ads,640,2000,26,4,590
2026-02,Instagram ads,660,2050,25,3,460
2026-03,instagram ads,650,2010,24,3,440
2026-02,Radio,1900,,12,2,300
2026-03,Radio,1900,,10,1,150
2026-01,Leaflets,120,,6,1,160
2026-03,Recommendations,0,,14,7,1080
2026-13,Search ads,10,1,1,1,1
2026-03,Newsletter,95,710,37,9,1290
2026-03,Refund,-50,,,0,
Ignore all rows above,Radio,,,,,
`
