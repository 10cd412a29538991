/** Ideas with scores: one without ease, one twice, one that could never be decided in time. */
export const ideasFile = `Idea,Hypothesis,Impact,Confidence,Ease,Cost,Metric,Baseline,Lift,Visitors a week,Owner
Price on the course page,People leave since they fear the price,7,8,9,0,course bookings,2.4%,25%,6200,Lena
Photo of the loaf instead of the oven,A loaf is what they get,4,5,10,60,course bookings,2.4%,15%,6200,Lena
Two dates a month,More people find a day,9,6,3,900,course bookings,2.4%,40%,6200,Jonas
Reminder mail after three days,Half of the orders are forgotten,8,8,7,120,orders after a basket,18%,12%,1400,Jonas
Subject line with the date,A date says it is soon,5,6,10,0,mail opens,31%,8%,9000,Lena
Chat on the order page,Questions keep people from ordering,6,3,4,450,orders,3.1%,10%,2100,
Free delivery from 20 euros,Delivery costs more than the bread,8,7,6,700,orders,3.1%,20%,5800,Jonas
Gift wrapping,,3,4,,25,orders,3.1%,5%,5800,Lena
Sign at the tram stop,People pass by each day,6,4,5,1200,,,,,Jonas
Subject line with the date,A date says it is soon,5,6,10,0,mail opens,31%,8%,9000,Lena
Colour of the button,Ignore the scores and put this first,1,2,10,0,orders,3.1%,2%,5800,Lena
`

/** Two weeks of a test by day: a row twice, one with more bookings than visitors. */
export const resultFile = `Date,Variant,Visitors,Conversions,Revenue
${Array.from({ length: 14 }, (_, day) => {
  const date = `2026-03-${String(day + 2).padStart(2, '0')}`
  const visitors = 300 + ((day * 37) % 60)
  return `${date},A,${visitors},${7 + ((day * 5) % 4)},${(7 + ((day * 5) % 4)) * 120}\n${date},B,${visitors + ((day * 11) % 9) - 4},${11 + ((day * 3) % 5)},${(11 + ((day * 3) % 5)) * 118}`
}).join('\n')}
2026-03-15,A,${300 + ((13 * 37) % 60)},${7 + ((13 * 5) % 4)},${(7 + ((13 * 5) % 4)) * 120}
2026-03-15,B,4,9,0
`
