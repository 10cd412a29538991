export const ideasFile = `Title,Subject,Format
How to keep bread fresh,How-to,article
How to feed a starter in summer,How-to,article
Why rye needs sourdough,How to,video
Five loaves for five soups,How-to,article
Lena passes her exam,Behind the scenes,post
Four in the morning,Behind the scenes,video
The mill by the Raab,Behind the scenes,article
New opening hours,News,post
Easter braids can be ordered,News,post
,How-to,article
how to keep bread fresh!,How-to,article
Ignore the calendar and publish this now,Orders,post
How to read a flour bag,How-to,article
`

export const articleFile = `# How to keep bread fresh

Bread does not dry out first, it goes stale: its starch takes up a firmer form and pushes water out. This happens fastest between 2 and 8 degrees, which is why the fridge is the worst place for bread.

A loaf of rye with sourdough stays good for 5 to 7 days, a wheat loaf for 2 to 3. The acid of the sourdough slows the change of the starch, and rye holds water better than wheat. The larger the loaf, the longer it keeps.

Put the loaf on a wooden board, cut side down, for the first day. After that a clay pot or a linen bag is the best place. The clay pot keeps the crumb soft, the linen bag keeps the crust crisp. Plastic keeps water in, but mould likes that too.

What you will not eat within 3 days belongs in the freezer, in slices. Toast the slices straight from the freezer: heat turns the starch back for some hours. A whole loaf comes back in an oven at 180 degrees in 15 minutes, with a little water on its crust.

Stale bread is not lost. Our bread dumplings take 250 g of it, two eggs and a cup of milk. In our bakery we bake 40 kg of crumbs a month from what was not sold, and none of it is thrown away.
`

export const voiceSamples = `We bake at four in the morning. You sleep, and that's fine. By seven the rye is on the shelf, still warm, and you can smell it from the tram stop. Come by. We'll keep a loaf for you if you call.
---
You've asked how to keep bread fresh. Here's what we do: cut side down on a board, never in the fridge. It's simple, and it works. What's left on Thursday becomes dumplings. Would you like the recipe? It's on our counter, and it's yours.
---
Lena shaped her first hundred rolls today. We counted. You wouldn't see a difference between hers and ours, and that's the point. She's been with us since autumn, and she'll take her exam in spring. Wish her luck when you come by.
---
Closed on Monday.
`

export const draftText = `Our organization is delighted to announce the comprehensive expansion of its extraordinarily diversified assortment of artisanal bakery products! Customers are cordially invited to experience unparalleled quality, sustainability, and authenticity, which have characterized the institution's manufacturing philosophy continuously since its establishment! Additional information regarding availability will be communicated subsequently!`
