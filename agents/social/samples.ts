/** Results of twelve weeks on two networks: a date that is none, a row without impressions, one that stands twice. */
export const resultsFile = `Date,Network,Type,Text,Impressions,Likes,Comments,Shares
2026-01-06 09:00,LinkedIn,image,Our new oven arrived. What shall we bake first?,2100,84,31,12
2026-01-08 16:00,LinkedIn,link,Read our price list for 2026 https://bakery.example/prices,1850,22,2,1
2026-01-13 09:05,LinkedIn,image,Lena shapes her first hundred rolls.,2400,110,18,9
2026-01-15 16:00,LinkedIn,link,Opening hours in winter https://bakery.example/hours,1720,15,1,0
2026-01-20 09:00,LinkedIn,video,How steam makes a crust. Which loaf is yours?,3900,190,44,38
2026-01-22 16:10,LinkedIn,link,We are hiring https://bakery.example/jobs,2050,41,6,14
2026-01-27 09:00,LinkedIn,image,Two farms and one mill: where our rye comes from.,2300,96,12,15
2026-01-29 16:00,LinkedIn,link,Terms of delivery https://bakery.example/terms,1500,9,0,0
2026-02-03 09:00,LinkedIn,video,400 rolls in four minutes,4200,201,39,41
2026-02-05 16:00,LinkedIn,link,Invoices are electronic now https://bakery.example/invoices,1480,11,1,0
2026-01-07 08:30,Twitter,text,Fresh rye at 7,640,9,1,2
2026-01-09 08:30,Twitter,text,What is the best topping on dark bread?,910,31,22,5
2026-01-14 08:30,Twitter,text,Sold out of braids today,580,6,0,0
2026-01-16 18:00,Twitter,image,Sunset over the mill,1200,55,4,9
2026-01-21 08:30,Twitter,text,Butter or cheese?,870,28,25,3
2026-01-23 18:00,Twitter,image,The starter is 40 years old,1310,66,7,14
2026-01-28 08:30,Twitter,text,Closed on Monday,500,2,0,0
2026-01-30 18:00,Twitter,image,Lena's exam piece,1500,81,12,16
2026-01-30 18:00,Twitter,image,Lena's exam piece,1500,81,12,16
2026-02-31,Twitter,text,A day that is none,700,9,1,1
2026-02-04 08:30,Twitter,text,No figures yet,,,,
2026-02-06 18:00,Twitter,image,Snow on the delivery van,1190,47,5,6
`
